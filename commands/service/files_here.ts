/** The most files that are offered; a larger repository shows the first of them. */
const MAX_FILES = 50_000;

/**
 * Returns the files of the repository of a directory that git knows, by their paths in it; none outside of one. No program that the
 * repository's configuration names is started.
 */
export async function filesHere(directory: string): Promise<string[]> {
  try {
    const { success, stdout } = await new Deno.Command("git", {
      args: ["-c", "core.fsmonitor=false", "ls-files", "-z", "--cached"],
      cwd: directory,
      stdin: "null",
      stderr: "null",
    }).output();
    return success ? new TextDecoder().decode(stdout).split("\0").filter(Boolean).slice(0, MAX_FILES) : [];
  } catch {
    return []; // there is no git
  }
}
