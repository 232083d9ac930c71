import { git, GitError } from "./git.ts";
import { splitNul } from "./trees.ts";
import type { Control } from "./types.ts";

/** Whether a commit or a tree still exists with all its trees and files (the target may have been cleaned up). */
export async function hasObjects(control: Pick<Control, "gitDir">, root: string): Promise<boolean> {
  const { gitDir } = control;
  try {
    const listed = await git(["ls-tree", "-r", "-t", "-z", "--full-tree", `${root}^{tree}`], { gitDir });
    const objects = splitNul(listed).map((record) => new TextDecoder().decode(record).split(/[ \t]/, 3))
      .filter(([, type]) => type !== "commit").map(([, , object]) => object);
    const answers = await git(["cat-file", "--batch-check", "--buffer"], {
      gitDir,
      stdin: objects.map((object) => `${object}\n`).join(""),
    });
    return !/ missing$/m.test(new TextDecoder().decode(answers));
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}
