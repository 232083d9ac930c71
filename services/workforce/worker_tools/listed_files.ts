import type { GitLocation } from "../../machine/repositories/git/environment.ts";
import { git } from "../../machine/repositories/git/git.ts";
import type { Control, Workspace } from "../../machine/repositories/mod.ts";

/** A task's directory, and where git reads its files: a repository and an index that no command can write. */
export type ListedDirectory = {
  directory: string;
  host: {
    control: Pick<Control, "gitDir">;
    workspace: Pick<Workspace, "directory" | "indexFile">;
  };
};

/**
 * Returns the paths in a task's directory that are tracked or new (not ignored), relative to it, sorted, each once. Nothing
 * that the repository configures is executed, and the worktree's own `.git` is not used.
 */
export async function listFiles(task: ListedDirectory, signal: AbortSignal): Promise<string[]> {
  const output = await git(["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    ...locationOf(task),
    cwd: task.directory,
    signal,
  });
  const names = new TextDecoder("utf-8", { ignoreBOM: true }).decode(output).split("\0");
  return [...new Set(names.filter((name) => name !== ""))].sort();
}

/** Returns where git reads a task's files. A command may have replaced the worktree's `.git` with a link elsewhere. */
export const locationOf = ({ host: { control, workspace } }: ListedDirectory): GitLocation => ({
  gitDir: control.gitDir,
  workTree: workspace.directory,
  indexFile: workspace.indexFile,
});
