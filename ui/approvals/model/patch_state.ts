import type { FileDiff } from "./patch.ts";

/** The result of comparing bytes with the checkpoint's hash; `unchecked` if the browser cannot hash. */
export type HashCheck = "matches" | "differs" | "unchecked";

/** The state of loading and comparing the patch. */
export type PatchState =
  | { status: "none" | "loading" }
  | { status: "shown"; diffs: readonly FileDiff[]; patch: HashCheck; digest: HashCheck }
  | { status: "failed"; why: string };

/** Whether the patch can be read, as a decision needs it, or why it cannot. */
export function evidenceState(patch: PatchState): { shown: true } | { shown: false; why: string } {
  if (patch.status === "loading") return { shown: false, why: "Loading the patch." };
  return patch.status === "failed" ? { shown: false, why: patch.why } : { shown: true };
}
