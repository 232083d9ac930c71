import { join } from "node:path";
import { closeStore, composeService, type Composition } from "./compose.ts";
import { recover } from "./services/execution/executor/recovery.ts";
import { readConfig } from "./services/ground/kernel/config.ts";
import type { Environment } from "./services/ground/kernel/variables.ts";
import type { Log } from "./services/ground/kernel/log.ts";

/** The settings that the operator of the machine may write; see docs/configuration.md. */
const SETTINGS = ["sandbox.json", "providers.json"];

/** What a worker machine works with. Disposed when it ends. */
export type MachineStorage = Composition & Disposable;

/** Where a machine's storage is opened: `codeDirectory` is the program's directory, or null. */
type Surroundings = { environment: Environment; codeDirectory: string | null; log: Log };

/**
 * Ends what an earlier process left running, removes all that it left on disk, and opens an empty storage below the machine's
 * directory. The caller holds that directory.
 */
export async function openMachineStorage(
  directory: string,
  given: Surroundings,
): Promise<MachineStorage> {
  const storage = join(directory, "storage");
  {
    using before = await openStorage(storage, given);
    await recover(before.service);
  }
  await Deno.remove(storage, { recursive: true });
  const opened = await openStorage(storage, given);
  for (const name of SETTINGS) {
    await Deno.copyFile(join(directory, name), join(storage, name)).catch((cause) => {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    });
  }
  return opened;
}

async function openStorage(
  storage: string,
  { environment, codeDirectory, log }: Surroundings,
): Promise<MachineStorage> {
  await Deno.mkdir(storage, { recursive: true, mode: 0o700 });
  const settings: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_WORKERS: "0",
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
  };
  const given = (name: string) => name.startsWith("AGENT_HARNESS_") ? settings[name] : environment(name);
  const config = readConfig(given, codeDirectory);
  const composition = composeService(config, () => 0, { log, startClock: false, agents: [] });
  return { ...composition, [Symbol.dispose]: () => closeStore(composition.service) };
}
