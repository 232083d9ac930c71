import { git } from "../git/git.ts";
import type { Control } from "../git/types.ts";

/** Options that make the same change always produce the same bytes. */
export const PATCH_OPTIONS = [
  "--patch",
  "--binary",
  "--full-index",
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--unified=3",
  "--inter-hunk-context=0",
  "--diff-algorithm=histogram",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--ignore-submodules=none",
  "--submodule=short",
];

/** Returns the patch from one tree to another, as reviewers see it and as `parsePatch` reads it; throws what `git` throws. */
export async function patchBetween(
  control: Control,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return await git(["diff-tree", "-r", ...PATCH_OPTIONS, from, to], { gitDir: control.gitDir, signal });
}
