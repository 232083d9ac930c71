import { git, gitText, runGit } from "../git/git.ts";
import { temporaryDirectory, temporaryIndex } from "../git/temporary.ts";
import type { Control } from "../git/types.ts";

/** Returns a tree with a patch from `patchBetween` applied to it; null if the patch does not fit. Throws what `git` throws. */
export async function treeWithPatch(
  control: Control,
  tree: string,
  patch: Uint8Array,
): Promise<string | null> {
  await using temporary = await temporaryDirectory(control);
  const location = { gitDir: control.gitDir, indexFile: temporaryIndex(temporary) };
  await git(["read-tree", tree], location);
  const { code } = await runGit(["apply", "--cached", "--whitespace=nowarn"], {
    ...location,
    stdin: patch,
    accept: [0, 1, 128],
  });
  return code === 0 ? await gitText(["write-tree"], location) : null;
}
