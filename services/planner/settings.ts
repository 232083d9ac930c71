import { DEFAULT_SETTINGS, type SettingsDocument } from "../../store/planner/settings.ts";
import { plannerSettingsStream, SETTINGS_ID } from "../../store/planner/settings_stream.ts";
import { LOCAL_SOURCE, plannerSourceStream, type SourceDocument } from "../../store/planner/source_stream.ts";
import type { Core } from "../kernel/context.ts";
import type { PlannerSettings } from "./settings_schemas.ts";

type Reader = Pick<Core, "store">;

/** How many sources there may be. */
export const MAX_SOURCES = 50;

/** The planner's settings without its sources; the time zone is that of this machine where none was set. */
export function settingsOf({ store }: Reader): SettingsDocument {
  const known = store.documents.get(plannerSettingsStream, SETTINGS_ID);
  const { timeZone } = known ?? Intl.DateTimeFormat().resolvedOptions();
  return { ...DEFAULT_SETTINGS, ...known as SettingsDocument | null, timeZone };
}

/** Changes whenever anything of the planner does, and with nothing else. */
export const plannerState = ({ store: { documents } }: Reader): string =>
  documents.versions(plannerSettingsStream) + documents.versions(plannerSourceStream);

/** A source that was configured, with its configuration. */
export type ConfiguredSource = SourceDocument & { config: NonNullable<SourceDocument["config"]> };

/** Every configured source, by id. */
export const sourcesOf = ({ store }: Reader): ConfiguredSource[] =>
  store.documents.find(plannerSourceStream, {}, { limit: MAX_SOURCES + 1 })
    .filter((source): source is ConfiguredSource => source.config !== null && source.id !== LOCAL_SOURCE);

/** The settings as the API shows them. */
export const getPlannerSettings = (ctx: Reader): PlannerSettings => ({
  ...settingsOf(ctx),
  sources: sourcesOf(ctx).map(({ id, config }) => ({ id, ...config })),
});
