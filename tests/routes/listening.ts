import type { Options } from "../../compose.ts";
import { type RunningService, startService } from "../../main.ts";
import { readConfig } from "../../services/ground/kernel/config.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { OPERATOR } from "../tokens.ts";
import { errorCode } from "../../services/machine/repositories/git/files.ts";
import { temporaryDirectory } from "../temporary.ts";

/** Removes a directory in which a request that was given up may still write its last line. */
async function removeWhole(directory: string): Promise<void> {
  for (;;) {
    try {
      return await Deno.remove(directory, { recursive: true });
    } catch (cause) {
      if (errorCode(cause) !== "ENOTEMPTY") throw cause;
    }
  }
}

/** A service on a socket of its own, for the length of a test. */
export async function listening(environment: Record<string, string> = {}, parts: Options = {}) {
  const directory = temporaryDirectory();
  const variables: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: directory,
    AGENT_HARNESS_PORT: "0",
    AGENT_HARNESS_TOKEN: OPERATOR,
    AGENT_HARNESS_WORKERS: "0",
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
    ...environment,
  };
  const service: RunningService = await startService(readConfig((name) => variables[name], null), {
    log: silentLog,
    otherAccounts: [],
    ...parts,
  });
  return {
    ...service,
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      await removeWhole(directory);
    },
  };
}
