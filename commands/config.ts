import type { Command } from "commander";
import type { Config } from "../services/ground/kernel/config.ts";
import type { Setting } from "../services/operations/system/settings.ts";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { table } from "./render/table.ts";
import { usualUrl } from "./service/connection.ts";
import type { Shell } from "./shell.ts";
import { STORAGE_VARIABLE, storagePlace } from "./storage_place.ts";
import { LOCAL } from "./local.later.ts";

const HELP = `
Examples:
  $ agent-harness config show
  $ AGENT_HARNESS_PORT=0 agent-harness config show --json`;

/** `config`: shows the configuration that a service started here would use. */
export function defineConfig(program: Command, { shell, finish }: Setup): void {
  const group = program.command("config").helpGroup(GROUPS.care).helpCommand(false)
    .summary("show the configuration").usage("<command>").addHelpText("after", HELP);
  group.command("show").summary("show the configuration")
    .description(
      "Show the configuration that a service started here would use, and where each value comes from. Tokens and keys are never shown. Exits with 0 if the configuration is valid, else 2.",
    )
    .option("--json", "print one JSON document")
    .addHelpText("after", HELP)
    .action(async (_, command: Command) => finish(await show(shell, command.optsWithGlobals().json)));
}

/** A setting as it is shown. */
type Shown = {
  id: string;
  value: string | null;
  source: "environment" | "token file" | "remembered" | "default";
};

async function show({ output, environment }: Shell, json: boolean): Promise<number> {
  const { codeDirectory } = await LOCAL.main();
  const { ConfigError, readConfig } = await LOCAL.config();
  const { settingsOf } = await LOCAL.settings();
  let problem: string | null = null;
  let config: ReturnType<typeof readConfig> | null = null;
  try {
    config = readConfig(environment, codeDirectory());
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    problem = cause.message;
  }
  const settings = [...settingsOf(config), ...OWN].map(({ variable, secret, value }): Shown => {
    const set = environment(variable) || null;
    if (secret && set === null && hasToken(config, variable)) {
      return { id: variable, value: "(set)", source: "token file" };
    }
    if (variable === STORAGE_VARIABLE && set === null) {
      const remembered = storagePlace(environment);
      return {
        id: variable,
        value: value ?? remembered?.path ?? null,
        source: remembered ? "remembered" : "default",
      };
    }
    return {
      id: variable,
      value: secret
        ? (set && "(set)")
        : value ?? set ?? (variable === "AGENT_HARNESS_URL" && config ? usualUrl(environment) : null),
      source: set ? "environment" : "default",
    };
  });
  if (json) output.json({ ok: problem === null, problem, settings });
  else for (const line of table(settings, output.columns, ["id", "value", "source"])) output.data(line);
  if (problem === null) return EXIT.done;
  if (json) return EXIT.usage;
  throw new UsageError(problem);
}

/** Returns whether a configuration has the token of this variable, from any source. */
const hasToken = (config: Config | null, variable: string): boolean =>
  variable === "AGENT_HARNESS_TOKEN" && Boolean(config?.operatorToken) ||
  variable === "AGENT_HARNESS_AGENT_TOKEN" && Boolean(config?.agentToken);

/** Variables that only the command line or the portable executable reads. */
const OWN: readonly Setting[] = [
  { variable: "AGENT_HARNESS_URL", secret: false, value: null },
  { variable: "AGENT_HARNESS_BACKUP_PASSPHRASE", secret: true, value: null },
  { variable: "AGENT_HARNESS_CACHE_DIR", secret: false, value: null },
];
