import { join } from "node:path";
import { git } from "../../../../repositories/git.ts";

/** A task's directory, and the top of its worktree. */
export type Listed = { directory: string; worktree: string };

/**
 * Returns the paths that are tracked or newly made (not ignored) in a task's directory, relative to it, sorted, each once.
 * Nothing that the repository configures is run.
 *
 * @throws {GitError} when the worktree has no git directory
 */
export async function listFiles({ directory, worktree }: Listed, signal: AbortSignal): Promise<string[]> {
  const output = await git(["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    gitDir: join(worktree, ".git"),
    workTree: worktree,
    cwd: directory,
    signal,
  });
  const names = new TextDecoder("utf-8", { ignoreBOM: true }).decode(output).split("\0");
  return [...new Set(names.filter((name) => name !== ""))].sort();
}
