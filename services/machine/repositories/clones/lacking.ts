import { join } from "node:path";
import { MAX_SUBMODULES } from "../../../../store/runs/base.ts";
import { GitError } from "../git/git.ts";
import type { Base, Control } from "../git/types.ts";
import { contentAt } from "../patch/changes.ts";
import { submodulesOf } from "./snapshot.ts";

/** What worktrees lack although the repository has it: the content of submodules, and of files that Git LFS keeps. */
interface Lacking {
  /** The paths of submodules, at most `MAX_SUBMODULES`; absent without any. */
  readonly submodules?: string[];
  readonly lfs?: true;
}

/** Returns what a worktree of the base will lack. Throws what `git` throws. */
export async function lackingIn(control: Control, { commit, snapshot }: Base): Promise<Lacking> {
  if (snapshot) return {};
  const submodules = (await submodulesOf(control, commit)).slice(0, MAX_SUBMODULES).map(({ path }) => path);
  return {
    ...(submodules.length > 0 && { submodules }),
    ...(await usesLfs(control, commit) && { lfs: true }),
  };
}

/** Most repositories have no attributes, so that git is asked only where the working tree has some. */
async function usesLfs(control: Control, commit: string): Promise<boolean> {
  if (await Deno.lstat(join(control.repository.root, ".gitattributes")).catch(() => null) === null) {
    return false;
  }
  try {
    return /^[^#].*\sfilter=lfs(?:\s|$)/m.test(await contentAt(control, `${commit}:.gitattributes`));
  } catch (error) {
    if (error instanceof GitError) return false; // the commit has none
    throw error;
  }
}
