import type { SourceConfig } from "../../../store/planner/settings.ts";

/** Whether this service can write to a source: only a CalDAV server takes changes of single objects. */
export const isWritable = ({ kind }: Pick<SourceConfig, "kind">): boolean => kind === "caldav";

/** Returns what happens to local changes of a source's tasks. Those of a read-only source stay local, whatever is recorded. */
export const writeBackOf = (config: Pick<SourceConfig, "kind" | "writeBack">): SourceConfig["writeBack"] =>
  isWritable(config) ? config.writeBack : "off";
