import { git } from "../git/git.ts";
import { PATCH_OPTIONS } from "./patch_between.ts";
import type { Control } from "../git/types.ts";

/** Returns a commit as a file for `git am`: its message and its patch. Throws what `git` throws. */
export async function formattedPatch(control: Control, commit: string): Promise<Uint8Array> {
  const args = ["format-patch", "--stdout", "--no-signature", "--no-stat", ...PATCH_OPTIONS, "-1", commit];
  return await git(args, { gitDir: control.gitDir });
}
