import type { BackupConfig } from "../../ground/kernel/backup_config.ts";
import type { Config } from "../../ground/kernel/config.ts";
import type { TranscriptionConfig } from "../../ground/kernel/transcription_config.ts";
import type { WorkerDoorConfig } from "../../ground/kernel/worker_door_config.ts";

/** A variable of the service and its effective value, or null. Secrets have no value here. */
export type Setting = { variable: string; secret: boolean; value: string | null };

type Variable = string | { secret: string };

/** The variable of each field of the configuration: a missing field does not compile. */
const VARIABLES: {
  [Field in Exclude<keyof Config, "backups" | "transcription" | "workerDoor" | "traces">]: Variable;
} = {
  storageDirectory: "AGENT_HARNESS_STORAGE_DIR",
  host: "AGENT_HARNESS_HOST",
  port: "AGENT_HARNESS_PORT",
  operatorToken: { secret: "AGENT_HARNESS_TOKEN" },
  agentToken: { secret: "AGENT_HARNESS_AGENT_TOKEN" },
  masterKey: { secret: "AGENT_HARNESS_MASTER_KEY" },
  workers: "AGENT_HARNESS_WORKERS",
  parkAfterMilliseconds: "AGENT_HARNESS_PARK_AFTER_MS",
  combinedVerifications: "AGENT_HARNESS_COMBINED_VERIFICATIONS",
  maintenanceIntervalMilliseconds: "AGENT_HARNESS_MAINTENANCE_INTERVAL_MS",
  validateContracts: "AGENT_HARNESS_VALIDATE_CONTRACTS",
  maxConnections: "AGENT_HARNESS_MAX_CONNECTIONS",
  allowedOrigins: "AGENT_HARNESS_ALLOWED_ORIGINS",
  queue: { secret: "AGENT_HARNESS_QUEUE" },
};

const BACKUP_VARIABLES: { [Field in keyof BackupConfig]: Variable } = {
  directory: "AGENT_HARNESS_BACKUP_DIR",
  intervalHours: "AGENT_HARNESS_BACKUP_INTERVAL_HOURS",
  keep: "AGENT_HARNESS_BACKUP_KEEP",
  chain: "AGENT_HARNESS_BACKUP_CHAIN",
  passphraseFile: "AGENT_HARNESS_BACKUP_PASSPHRASE_FILE",
  excludeSecrets: "AGENT_HARNESS_BACKUP_EXCLUDE_SECRETS",
};

const TRANSCRIPTION_VARIABLES: { [Field in keyof TranscriptionConfig]: Variable } = {
  command: "AGENT_HARNESS_TRANSCRIBE_COMMAND",
  unconfined: "AGENT_HARNESS_TRANSCRIBE_UNCONFINED",
  maxSeconds: "AGENT_HARNESS_TRANSCRIBE_MAX_SECONDS",
};

const WORKER_DOOR_VARIABLES = {
  listen: "AGENT_HARNESS_WORKER_LISTEN",
  certificate: "AGENT_HARNESS_WORKER_CERT",
  key: "AGENT_HARNESS_WORKER_KEY",
};

const TRACES_VARIABLES = {
  endpoint: "OTEL_EXPORTER_OTLP_ENDPOINT",
  headers: { secret: "OTEL_EXPORTER_OTLP_HEADERS" },
};

/** Returns every variable that the service reads, with its value in a configuration if given. */
export const settingsOf = (config: Config | null): Setting[] => [
  ...settings(VARIABLES, config),
  ...settings(BACKUP_VARIABLES, config?.backups ?? null),
  ...settings(TRANSCRIPTION_VARIABLES, config && spelt(config.transcription)),
  ...settings(WORKER_DOOR_VARIABLES, config?.workerDoor ? address(config.workerDoor) : null),
  ...settings(TRACES_VARIABLES, config?.traces ?? null),
];

function settings(variables: Record<string, Variable>, values: object | null): Setting[] {
  const fields = new Map<string, unknown>(Object.entries(values ?? {}));
  return Object.entries(variables).map(([field, variable]) =>
    typeof variable === "string"
      ? { variable, secret: false, value: text(fields.get(field)) }
      : { variable: variable.secret, secret: true, value: null }
  );
}

const spelt = ({ command, ...rest }: TranscriptionConfig) => ({
  command: command && JSON.stringify(command),
  ...rest,
});

const address = ({ host, port, tls }: WorkerDoorConfig) => ({
  listen: `${host.includes(":") ? `[${host}]` : host}:${port}`,
  ...tls,
});

/** Returns a value as its variable would spell it. */
function text(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? "1" : "0";
  const spelt = Array.isArray(value) ? value.join(",") : String(value);
  return spelt === "" ? null : spelt;
}
