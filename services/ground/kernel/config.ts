import { parseKey } from "./key_text.ts";
import { type BackupConfig, readBackupConfig } from "./backup_config.ts";
import { isLoopback } from "./loopback.ts";
import { counted } from "./words.ts";
import { keptPort, storagePlace, USUAL_PORT } from "./storage_place.ts";
import { readTokenFile } from "./token_file.ts";
import { MIN_TOKEN_LENGTH } from "./token_proof.ts";
import { usableStorage } from "./usable_storage.ts";
import { readTranscriptionConfig, type TranscriptionConfig } from "./transcription_config.ts";
import { ConfigError, type Environment, flag, wholeNumber } from "./variables.ts";
import { MAX_TIMER_MILLISECONDS } from "./pause.ts";
import { readQueueAddress, readWorkerDoorConfig, type WorkerDoorConfig } from "./worker_door_config.ts";
import { readTracesConfig, type TracesConfig } from "./traces_config.ts";

export { ConfigError };

/** The minimum length of a token if other machines can reach the service. */

/** The configuration of the service; every field comes from the environment, the operator's token also from its file. */
export type Config = {
  storageDirectory: string;
  host: string;
  /** 0 picks a free one. */
  port: number;
  operatorToken: string | null;
  agentToken: string | null;
  /** The key to the stored secrets, as text; null for the key file of the storage directory. */
  masterKey: string | null;
  /** 0 turns maintenance off. */
  maintenanceIntervalMilliseconds: number;
  validateContracts: boolean;
  /** Origins of reverse proxies, besides the service's own loopback names. */
  allowedOrigins: readonly string[];
  /** How many connections may be open at once, where the process may have files enough. */
  maxConnections: number;
  /** How many task sessions run at the same time; 0 accepts runs and executes none. */
  workers: number;
  /** How long an agent's process waits for a human; then it is stopped, and started again with the answer. */
  parkAfterMilliseconds: number;
  /** How many verifiers are executed a day on combined results, while nothing else is to be done; 0 executes none. */
  combinedVerifications: number;
  backups: BackupConfig;
  transcription: TranscriptionConfig;
  /** Where worker machines connect to; null if none can. */
  workerDoor: WorkerDoorConfig | null;
  /** Where traces of runs are sent; null if they are not. */
  traces: TracesConfig | null;
  /** The database for the tickets of worker machines, with its password; null if they ask at the door alone. */
  queue: string | null;
};

/**
 * Reads the configuration. Throws `ConfigError` with a sentence that names the variable, its value and what is allowed.
 * `codeDirectory` is the program's directory: storage inside it is refused.
 */
export function readConfig(environment: Environment, codeDirectory: string | null): Config {
  const host = environment("AGENT_HARNESS_HOST") || "127.0.0.1";
  if (!isHost(host)) {
    throw new ConfigError(
      `AGENT_HARNESS_HOST is "${host}". Use a name or an address without scheme and port, such as 127.0.0.1.`,
    );
  }
  const storage = usableStorage(storagePlace(environment), codeDirectory);
  const operatorToken = token(environment, "AGENT_HARNESS_TOKEN") ?? readTokenFile(storage);
  if (!isLoopback(host) && !operatorToken) {
    throw new ConfigError(
      `AGENT_HARNESS_HOST is "${host}", which is reachable from other machines. Set AGENT_HARNESS_TOKEN as well, or use 127.0.0.1.`,
    );
  }
  const agentToken = token(environment, "AGENT_HARNESS_AGENT_TOKEN") ?? readTokenFile(storage, "agent");
  if (!isLoopback(host)) refuseShortTokens({ operatorToken, agentToken });
  if (operatorToken && operatorToken === agentToken) {
    throw new ConfigError(
      "AGENT_HARNESS_TOKEN and AGENT_HARNESS_AGENT_TOKEN are the same. Give the agent a different token.",
    );
  }
  return {
    storageDirectory: storage,
    host,
    port: wholeNumber(environment, "AGENT_HARNESS_PORT", keptPort(storage) ?? USUAL_PORT, 0, 65535),
    operatorToken,
    agentToken,
    masterKey: masterKey(environment),
    maintenanceIntervalMilliseconds: wholeNumber(
      environment,
      "AGENT_HARNESS_MAINTENANCE_INTERVAL_MS",
      900_000,
      0,
      MAX_TIMER_MILLISECONDS,
    ),
    validateContracts: flag(environment, "AGENT_HARNESS_VALIDATE_CONTRACTS", codeDirectory !== null),
    allowedOrigins: origins(environment("AGENT_HARNESS_ALLOWED_ORIGINS")),
    maxConnections: wholeNumber(environment, "AGENT_HARNESS_MAX_CONNECTIONS", 8_192, 16, 1_000_000),
    workers: wholeNumber(
      environment,
      "AGENT_HARNESS_WORKERS",
      Math.min(4, navigator.hardwareConcurrency),
      0,
      64,
    ),
    parkAfterMilliseconds: wholeNumber(
      environment,
      "AGENT_HARNESS_PARK_AFTER_MS",
      300_000,
      1_000,
      MAX_TIMER_MILLISECONDS,
    ),
    combinedVerifications: wholeNumber(
      environment,
      "AGENT_HARNESS_COMBINED_VERIFICATIONS",
      20,
      0,
      10_000,
    ),
    backups: readBackupConfig(environment, storage),
    transcription: readTranscriptionConfig(environment),
    workerDoor: readWorkerDoorConfig(environment),
    traces: readTracesConfig(environment),
    queue: readQueueAddress(environment),
  };
}

/** Returns true for a name, an IPv4 address, or an IPv6 address with or without brackets. */
function isHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (bare.includes(":")) return URL.canParse(`http://[${bare}]`);
  return bare === host && /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(host) &&
    URL.canParse(`http://${host}`);
}

function token(environment: Environment, name: string): string | null {
  const value = environment(name);
  if (!value) return null;
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new ConfigError(
      `${name} has characters that a header cannot carry. Use printable ASCII without spaces.`,
    );
  }
  return value;
}

/** Other machines can guess as often as they like, so the token must be long. */
function refuseShortTokens(
  { operatorToken, agentToken }: Pick<Config, "operatorToken" | "agentToken">,
): void {
  const tokens = { AGENT_HARNESS_TOKEN: operatorToken, AGENT_HARNESS_AGENT_TOKEN: agentToken };
  for (const [name, value] of Object.entries(tokens)) {
    if (value === null || value.length >= MIN_TOKEN_LENGTH) continue;
    throw new ConfigError(
      `${name} has ${
        counted(value.length, "character")
      }, and other machines can try all of those. Use at least ${MIN_TOKEN_LENGTH}, such as \`openssl rand -hex 32\` prints, or listen on 127.0.0.1.`,
    );
  }
}

function masterKey(environment: Environment): string | null {
  const value = environment("AGENT_HARNESS_MASTER_KEY");
  if (!value) return null;
  if (parseKey(value)) return value;
  throw new ConfigError(
    "AGENT_HARNESS_MASTER_KEY is not a key. Use 32 bytes in base64 or hex, such as `openssl rand -base64 32` prints.",
  );
}

function origins(value: string | undefined): string[] {
  return (value ?? "").split(",").map((text) => text.trim()).filter((text) => text !== "").map((text) => {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text.replace(/\/$/, "")) {
      throw new ConfigError(
        `AGENT_HARNESS_ALLOWED_ORIGINS contains "${text}". Use origins such as https://harness.example, separated by commas.`,
      );
    }
    return url.origin;
  });
}
