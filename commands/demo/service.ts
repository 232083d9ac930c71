import { connectTo, type ServiceClient } from "../service/connection.ts";
import { LOCAL } from "../local.later.ts";

/** The demo's own service, in this process. */
type DemoService = { connection: ServiceClient; faults: string[]; stop: () => Promise<void> };

/** Starts a service on a free loopback port, configured only by the arguments, not by the environment. */
export async function startDemoService(storageDirectory: string): Promise<DemoService> {
  const { codeDirectory, startService } = await LOCAL.main();
  const { readConfig } = await LOCAL.config();
  const settings: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: storageDirectory,
    AGENT_HARNESS_PORT: "0",
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
  };
  const faults: string[] = [];
  const running = await startService(readConfig((name) => settings[name], codeDirectory()), {
    log: { info: () => {}, error: (message) => void faults.push(message) },
  });
  return { connection: connectTo(running.url), faults, stop: running.stop };
}
