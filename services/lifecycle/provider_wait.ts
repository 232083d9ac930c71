import type { RunDocument } from "../../store/runs/document.ts";

/** Whether a run waits for something outside of it to become usable: `auth` where it is a key that a person has to give. */
export const awaitsDependency = ({ waitingFor }: Pick<RunDocument, "waitingFor">): boolean =>
  waitingFor?.kind === "dependency" || waitingFor?.kind === "auth";
