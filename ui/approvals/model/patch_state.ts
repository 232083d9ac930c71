import type { FileDiff } from "../diff/patch.ts";

/** Whether bytes are those that the checkpoint names; `unchecked` where the browser has no way to hash them. */
export type HashCheck = "matches" | "differs" | "unchecked";

/** The patch as far as it is on the page. */
export type PatchState =
  | { status: "none" | "loading" }
  | { status: "shown"; diffs: readonly FileDiff[]; patch: HashCheck; digest: HashCheck }
  | { status: "failed"; why: string };
