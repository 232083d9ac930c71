/** Starts and stops services in one process, a line of input each: the start of a process takes longer than that of a service. */
import { startService } from "../../../main.ts";
import { ConfigError, readConfig } from "../../../services/ground/kernel/config.ts";
import { silentLog } from "../../../services/ground/kernel/log.ts";
import { describeStorageFault, StorageError } from "../../../store/storage_error.ts";
import { OPERATOR } from "../../tokens.ts";

/** What came of a line: where a service listens, why there is none, or null when it has stopped. */
export type Started = { url: string | null } | { refused: string } | { thrown: string };

let stop = () => Promise.resolve();

async function start(storage: string): Promise<Started> {
  const settings: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_PORT: "0",
    AGENT_HARNESS_TOKEN: OPERATOR,
    AGENT_HARNESS_WORKERS: "1",
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
  };
  try {
    const running = await startService(readConfig((name) => settings[name], null), {
      log: silentLog,
      otherAccounts: [],
    });
    stop = running.stop;
    return { url: running.url };
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StorageError) return { refused: error.message };
    const sentence = describeStorageFault(error);
    if (sentence !== null) return { refused: sentence };
    return { thrown: error instanceof Error ? error.stack ?? error.message : String(error) };
  }
}

async function stopped(): Promise<Started> {
  try {
    await stop();
    return { url: null };
  } catch (error) {
    return { thrown: error instanceof Error ? error.stack ?? error.message : String(error) };
  }
}

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop()!;
  for (const line of lines) {
    const storage: string | null = JSON.parse(line);
    const answer = storage === null ? await stopped() : await start(storage);
    Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(answer)}\n`));
  }
}
// Whoever started it is gone, and so are its services.
Deno.exit(0);
