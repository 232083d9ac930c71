/** Git without the user's configuration, hooks and identity, so that the demo is the same everywhere. */
const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_AUTHOR_NAME: "agent-harness",
  GIT_AUTHOR_EMAIL: "demo@localhost",
  GIT_COMMITTER_NAME: "agent-harness",
  GIT_COMMITTER_EMAIL: "demo@localhost",
};

/** Settings that prevent programs of the repository's configuration, and background work after the command. */
const SETTINGS = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "maintenance.auto=false", "gc.auto=0"];

/** Runs git in a directory and returns its output. Throws if it fails or is missing. */
export async function git(directory: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command("git", {
    args: [...SETTINGS.flatMap((setting) => ["-c", setting]), ...args],
    cwd: directory,
    env: ENVIRONMENT,
    stdin: "null",
  }).output();
  if (code !== 0) throw new Error(`git ${args[0]} failed: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout).trim();
}
