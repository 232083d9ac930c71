import type { Command } from "commander";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./hand_written.ts";
import { table } from "./render/table.ts";
import { DEFAULT_URL } from "./service/connection.ts";
import type { Shell } from "./shell.ts";

const HELP = `
Examples:
  $ agent-harness config show
  $ AGENT_HARNESS_PORT=0 agent-harness config show --json`;

/** `config`: what a service started here would be configured with. */
export function defineConfig(program: Command, { shell, finish }: Setup): void {
  const group = program.command("config").helpGroup(GROUPS.care).helpCommand(false)
    .summary("show the configuration").usage("<command>").addHelpText("after", HELP);
  group.command("show").summary("show the configuration")
    .description(
      "Show what a service that is started here would be configured with, and where each value comes from. Tokens and keys are never shown. 0 when it would start with it, 2 when not.",
    )
    .option("--json", "print one JSON document")
    .addHelpText("after", HELP)
    .action(async (_, command: Command) => finish(await show(shell, command.optsWithGlobals().json)));
}

/** One setting as it is shown. */
type Setting = { id: string; value: string | null; source: "environment" | "default" };

async function show({ output, environment }: Shell, json: boolean): Promise<number> {
  const { codeDirectory } = await import("../main.ts" as string) as typeof import("../main.ts");
  const { ConfigError, readConfig } = await import(
    "../services/system/config.ts" as string
  ) as typeof import("../services/system/config.ts");
  let problem: string | null = null;
  let values: Record<string, unknown> = {};
  try {
    const config = readConfig(environment, codeDirectory());
    values = {
      STORAGE_DIR: config.storageDirectory,
      HOST: config.host,
      PORT: config.port,
      WORKERS: config.workers,
      MAINTENANCE_INTERVAL_MS: config.maintenanceIntervalMilliseconds,
      VALIDATE_CONTRACTS: config.validateContracts ? 1 : 0,
      ALLOWED_ORIGINS: config.allowedOrigins.join(","),
      BACKUP_DIR: config.backups.directory,
      BACKUP_INTERVAL_HOURS: config.backups.intervalHours,
      BACKUP_KEEP: config.backups.keep,
      BACKUP_PASSPHRASE_FILE: config.backups.passphraseFile,
      BACKUP_EXCLUDE_SECRETS: config.backups.excludeSecrets ? 1 : 0,
    };
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    problem = cause.message;
  }
  const settings = NAMES.map((name): Setting => {
    const variable = `AGENT_HARNESS_${name}`;
    const set = environment(variable);
    const effective = name === "URL" ? set || DEFAULT_URL : values[name] ?? set;
    return {
      id: variable,
      value: SECRET.has(name) ? (set ? "(set)" : null) : text(effective),
      source: set ? "environment" : "default",
    };
  });
  if (json) output.json({ ok: problem === null, problem, settings });
  else for (const line of table(settings, output.columns, ["id", "value", "source"])) output.data(line);
  if (problem === null) return EXIT.done;
  if (json) return EXIT.usage;
  throw new UsageError(problem);
}

const text = (value: unknown): string | null =>
  value === undefined || value === null || value === "" ? null : String(value);

const NAMES = [
  "STORAGE_DIR",
  "HOST",
  "PORT",
  "TOKEN",
  "AGENT_TOKEN",
  "MASTER_KEY",
  "WORKERS",
  "MAINTENANCE_INTERVAL_MS",
  "VALIDATE_CONTRACTS",
  "ALLOWED_ORIGINS",
  "BACKUP_DIR",
  "BACKUP_INTERVAL_HOURS",
  "BACKUP_KEEP",
  "BACKUP_PASSPHRASE_FILE",
  "BACKUP_EXCLUDE_SECRETS",
  "BACKUP_PASSPHRASE",
  "URL",
] as const;

/** What is never shown. */
const SECRET: ReadonlySet<string> = new Set(["TOKEN", "AGENT_TOKEN", "MASTER_KEY", "BACKUP_PASSPHRASE"]);
