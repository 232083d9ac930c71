/** Settings of git as variables, see git-config(1), "GIT_CONFIG_COUNT". */
const GIT_SETTING = /^GIT_CONFIG_(KEY|VALUE)_(\d+)$/;

/**
 * Returns the environment for a program of the person's own, such as their editor: this process's variables without those of this
 * service, which may contain a token. Settings of git in `given` are added to the person's, and count more.
 */
export function ownEnvironment(
  variables: Readonly<Record<string, string>> = {},
): Required<Pick<Deno.CommandOptions, "clearEnv" | "env">> {
  const own = Object.entries(Deno.env.toObject())
    .filter(([name]) => !name.toUpperCase().startsWith("AGENT_HARNESS_"));
  const env = Object.fromEntries(own);
  const before = Number(env.GIT_CONFIG_COUNT) || 0;
  for (const [name, value] of Object.entries(variables)) {
    const [, part, index] = GIT_SETTING.exec(name) ?? [];
    if (part) env[`GIT_CONFIG_${part}_${before + Number(index)}`] = value;
  }
  const added = Number(variables.GIT_CONFIG_COUNT) || 0;
  if (added > 0) env.GIT_CONFIG_COUNT = String(before + added);
  return { clearEnv: true, env };
}
