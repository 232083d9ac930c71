import { git } from "../git/git.ts";
import type { Control } from "../git/types.ts";

/** Options that make the same change always produce the same bytes. */
const PATCH_OPTIONS = [
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

/** Returns a commit as a file for `git am`: its message and its patch. Throws what `git` throws. */
export async function formattedPatch(control: Control, commit: string): Promise<Uint8Array> {
  const args = ["format-patch", "--stdout", "--no-signature", "--no-stat", ...PATCH_OPTIONS, "-1", commit];
  return await git(args, { gitDir: control.gitDir });
}
