import type { RunDocument } from "../../../store/runs/document.ts";

/** What is waited for outside of this service; `auth` is a key that a person must provide. */
export const EXTERNAL_WAITS = ["dependency", "auth"] as const;

/** Returns whether a run waits for something external to become usable. */
export const awaitsDependency = ({ waitingFor }: Pick<RunDocument, "waitingFor">): boolean =>
  EXTERNAL_WAITS.some((kind) => kind === waitingFor?.kind);
