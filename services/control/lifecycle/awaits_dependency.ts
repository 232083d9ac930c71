import type { RunDocument } from "../../../store/runs/document.ts";

/** Returns whether a run waits for something external to become usable; `auth` is a key that a person must provide. */
export const awaitsDependency = ({ waitingFor }: Pick<RunDocument, "waitingFor">): boolean =>
  waitingFor?.kind === "dependency" || waitingFor?.kind === "auth";
