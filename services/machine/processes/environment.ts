import { InvalidError } from "../../ground/kernel/errors.ts";
import { searchPath } from "../../ground/kernel/environment.ts";

const ALLOWED = ["PATH", "HOME", "LANG", "TZ", "TERM", "TMPDIR", "USER", "LOGNAME", "SHELL"];

const FIXED: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "agent-harness",
  GIT_AUTHOR_EMAIL: "agent-harness@localhost",
  GIT_COMMITTER_NAME: "agent-harness",
  GIT_COMMITTER_EMAIL: "agent-harness@localhost",
};

/** Whether every command gets this variable of the service, so it must not be secret. */
export const isGivenToCommands = (name: string): boolean => ALLOWED.includes(name) || name.startsWith("LC_");

/**
 * Returns the complete environment of a child process: an allow-list of this process's variables (`PATH`, `HOME`, `LC_*` and
 * similar), git without the user's configuration and with a fixed identity, then `extra`. Tokens and all other variables of this
 * service are excluded. Use it with `clearEnv`.
 *
 * @throws {InvalidError} when `extra` names a variable of this service (`AGENT_HARNESS_…`)
 */
export function childEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own = Object.keys(extra).find((name) => name.toUpperCase().startsWith("AGENT_HARNESS_"));
  if (own !== undefined) {
    throw new InvalidError(`The variable ${own} belongs to this service and is never passed to a command.`);
  }
  const inherited = Object.entries(Deno.env.toObject())
    .filter(([name]) => isGivenToCommands(name));
  return { ...Object.fromEntries(inherited), PATH: searchPath(), ...FIXED, ...extra };
}
