import type { Command } from "commander";
import { GROUPS, type Setup } from "./definition.ts";
import { LOCAL } from "./local.later.ts";

const HELP = `
Examples:
  $ agent-harness serve
  $ AGENT_HARNESS_STORAGE_DIR=~/harness agent-harness serve
  $ AGENT_HARNESS_PORT=0 agent-harness serve

Environment variables configure it:
  AGENT_HARNESS_STORAGE_DIR              storage directory (default: the one that init saved)
  AGENT_HARNESS_HOST, _PORT              address to listen on: 127.0.0.1, 4317; port 0 picks a free port
  AGENT_HARNESS_TOKEN, _AGENT_TOKEN      operator token and agent token; without one, loopback only
  AGENT_HARNESS_WORKERS                  concurrent task sessions: number of cores, at most 4
  AGENT_HARNESS_PARK_AFTER_MS            how long a waiting agent keeps its process: 300000
  AGENT_HARNESS_COMBINED_VERIFICATIONS   how many verifiers a day run on combined results: 20
  AGENT_HARNESS_MASTER_KEY               key of stored secrets, instead of secrets/master.key
  AGENT_HARNESS_MAINTENANCE_INTERVAL_MS  900000; 0 disables maintenance
  AGENT_HARNESS_MAX_CONNECTIONS          connections at once, event streams included: 8192
  AGENT_HARNESS_ALLOWED_ORIGINS          origins of a reverse proxy, comma-separated
  AGENT_HARNESS_WORKER_LISTEN            address for worker machines, with _WORKER_CERT and _WORKER_KEY
  AGENT_HARNESS_QUEUE                    PostgreSQL database for the tickets of many worker machines
  AGENT_HARNESS_TRANSCRIBE_COMMAND       program that transcribes {input}, started without a shell
  AGENT_HARNESS_TRANSCRIBE_UNCONFINED    1 allows it to run without a sandbox: 0
  AGENT_HARNESS_TRANSCRIBE_MAX_SECONDS   time limit per recording; 0 is four times its length
  AGENT_HARNESS_BACKUP_INTERVAL_HOURS    hours between scheduled backups; 0 disables them
  AGENT_HARNESS_BACKUP_DIR, _KEEP        backup directory, how many to keep: <storage>/backups, 7
  AGENT_HARNESS_BACKUP_CHAIN             how many scheduled backups form a chain; 1: all are full backups
  AGENT_HARNESS_BACKUP_PASSPHRASE_FILE   encrypts scheduled backups; _EXCLUDE_SECRETS=1 omits secrets

Ctrl-C stops it cleanly; a second Ctrl-C stops it immediately.`;

/** `serve`: runs the service until it is stopped. */
export function defineServe(program: Command, { finish }: Setup): void {
  program.command("serve").helpGroup(GROUPS.start)
    .summary("start the service")
    .description("Start the service in the foreground.")
    .addHelpText("after", HELP)
    .action(async () => finish(await serve()));
}

/** Runs the service until it is stopped. Returns the exit code. */
export async function serve(): Promise<number> {
  const service = await LOCAL.main();
  return await service.serve();
}
