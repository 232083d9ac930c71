/**
 * Variables with which git runs no program that a worktree names, whatever is written there after it was handed over. They count
 * more than any configuration file, so only settings without which a person can work are here.
 *
 * @see git-config(1), "GIT_CONFIG_COUNT"
 */
export const PERSON_SETTINGS: Readonly<Record<string, string>> = asVariables([
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.askPass", ""],
  ["core.sshCommand", "ssh"],
  ["credential.helper", ""],
  ["commit.gpgSign", "false"],
  ["protocol.ext.allow", "never"],
  ["safe.bareRepository", "explicit"],
  ["submodule.recurse", "false"],
]);

function asVariables(settings: readonly (readonly [string, string])[]): Record<string, string> {
  const pairs = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}
