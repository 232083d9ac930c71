import type { RunDocument } from "../../store/runs/document.ts";

/** Returns whether a run waits until something outside of it can be used; `auth` is a key that a person has to give. */
export const awaitsDependency = ({ waitingFor }: Pick<RunDocument, "waitingFor">): boolean =>
  waitingFor?.kind === "dependency" || waitingFor?.kind === "auth";
