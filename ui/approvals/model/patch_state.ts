import type { FileDiff } from "./patch.ts";

/** The result of comparing bytes with the checkpoint's hash; `unchecked` if the browser cannot hash. */
export type HashCheck = "matches" | "differs" | "unchecked";

/** The state of loading and comparing the patch. */
export type PatchState =
  | { status: "none" | "loading" }
  | { status: "shown"; diffs: readonly FileDiff[]; patch: HashCheck; digest: HashCheck }
  | { status: "failed"; why: string };
