import { fileURLToPath } from "node:url";
import { readBackupConfig } from "../services/ground/kernel/backup_config.ts";
import type { CreateCoordinatorRunInput } from "../services/control/runs/schemas.ts";
import type { Config } from "../services/ground/kernel/config.ts";
import type { Size } from "./size.ts";

/** Where a group measures, and how much. */
export type Bench = { directory: string; size: Size };

/** The project's own directory. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The service as in production: contracts are not validated, and no run is executed. */
export const productionConfig = (storageDirectory: string, port: number): Config => ({
  storageDirectory,
  backups: readBackupConfig(() => undefined, storageDirectory),
  host: "127.0.0.1",
  port,
  operatorToken: null,
  agentToken: null,
  masterKey: null,
  maintenanceIntervalMilliseconds: 0,
  validateContracts: false,
  allowedOrigins: [],
  maxConnections: 8_192,
  workers: 0,
  parkAfterMilliseconds: 300_000,
  combinedVerifications: 0,
  transcription: { command: null, unconfined: false, maxSeconds: null },
  workerDoor: null,
  traces: null,
  queue: null,
});

/** The same for a service in a process of its own. */
export const productionEnvironment = (storageDirectory: string, port: number): Record<string, string> => ({
  AGENT_HARNESS_STORAGE_DIR: storageDirectory,
  AGENT_HARNESS_PORT: String(port),
  AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
  AGENT_HARNESS_VALIDATE_CONTRACTS: "0",
  AGENT_HARNESS_WORKERS: "0",
});

/** A request of ordinary length for work in a directory that is made beside the storage directory. */
export function ordinaryRun(storageDirectory: string): CreateCoordinatorRunInput {
  const repoPath = `${storageDirectory}-project`;
  Deno.mkdirSync(repoPath, { recursive: true });
  return {
    request:
      "Rename loadConfig to readConfig in src/ and adapt every caller. Keep the old name as a deprecated " +
      "alias for one release, say so in the changelog, and add a test that both give the same value.",
    repoPath,
    worker: { provider: "builtin" },
    verifier: { command: "deno task test" },
  };
}

/** A new directory under that of the bench. */
export const newDirectory = ({ directory }: Pick<Bench, "directory">, name: string): string =>
  Deno.makeTempDirSync({ dir: directory, prefix: `${name}-` });

/** A port that nobody listens on now. */
export function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
