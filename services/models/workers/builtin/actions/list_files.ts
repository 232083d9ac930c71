import { join } from "node:path";
import { git } from "../../../../repositories/git.ts";

/**
 * Gives the paths that are tracked or newly made (not ignored) in a task's directory, sorted, each once. Nothing
 * that the repository configures is run.
 *
 * @throws {GitError} when the directory is no git work tree
 */
export async function listFiles(directory: string, signal: AbortSignal): Promise<string[]> {
  const output = await git(["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    gitDir: join(directory, ".git"),
    workTree: directory,
    signal,
  });
  const names = new TextDecoder("utf-8", { ignoreBOM: true }).decode(output).split("\0");
  return [...new Set(names.filter((name) => name !== ""))].sort();
}
