import type { Command } from "commander";
import { GROUPS, type Setup } from "./definition.ts";
import { LOCAL } from "./local.later.ts";

const HELP = `
Examples:
  $ agent-harness serve
  $ AGENT_HARNESS_STORAGE_DIR=~/harness agent-harness serve
  $ AGENT_HARNESS_PORT=0 agent-harness serve

It is configured by the environment alone:
  AGENT_HARNESS_STORAGE_DIR              storage directory; else the one that agent-harness init remembered
  AGENT_HARNESS_HOST, _PORT              where it listens: 127.0.0.1, 4317; port 0 picks a free one
  AGENT_HARNESS_TOKEN, _AGENT_TOKEN      operator's and agent's token; without one, loopback only
  AGENT_HARNESS_WORKERS                  task sessions at once: number of cores, at most 4
  AGENT_HARNESS_PARK_AFTER_MS            how long a waiting agent keeps its process: 300000
  AGENT_HARNESS_MASTER_KEY               key to stored secrets, instead of the file in the storage
  AGENT_HARNESS_MAINTENANCE_INTERVAL_MS  900000; 0 turns maintenance off
  AGENT_HARNESS_ALLOWED_ORIGINS          origins of a reverse proxy, separated by commas
  AGENT_HARNESS_TRANSCRIBE_COMMAND       program that turns {input} into text; no shell reads it, none if not set
  AGENT_HARNESS_TRANSCRIBE_UNCONFINED    1 lets it run where no sandbox works: 0
  AGENT_HARNESS_TRANSCRIBE_MAX_SECONDS   how long it may take for one recording: 0, four times its length
  AGENT_HARNESS_BACKUP_INTERVAL_HOURS    hours between scheduled backups: 0, which takes none
  AGENT_HARNESS_BACKUP_DIR, _KEEP        where backups go, how many are kept: <storage>/backups, 7
  AGENT_HARNESS_BACKUP_PASSPHRASE_FILE   encrypts scheduled backups; _EXCLUDE_SECRETS=1 leaves secrets out

Ctrl-C ends it in order; a second one ends it at once.`;

/** `serve`: the service itself, until it is asked to end. */
export function defineServe(program: Command, { finish }: Setup): void {
  program.command("serve").helpGroup(GROUPS.start)
    .summary("start the service")
    .description("Start the service, in the foreground.")
    .addHelpText("after", HELP)
    .action(async () => finish(await serve()));
}

/** Runs the service until it is asked to end. Gives the exit code. */
export async function serve(): Promise<number> {
  const service = await LOCAL.main();
  return await service.serve();
}
