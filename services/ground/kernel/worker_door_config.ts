import { isLoopback } from "./loopback.ts";
import { ConfigError, type Environment } from "./variables.ts";

/** Where worker machines connect to. */
export type WorkerDoorConfig = {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Files with the certificate chain and its key, in PEM; null for plain HTTP on loopback. */
  tls: { certificate: string; key: string } | null;
};

const LISTEN = "AGENT_HARNESS_WORKER_LISTEN";
const CERTIFICATE = "AGENT_HARNESS_WORKER_CERT";
const KEY = "AGENT_HARNESS_WORKER_KEY";
const QUEUE = "AGENT_HARNESS_QUEUE";

/** Reads `AGENT_HARNESS_WORKER_*`; null if worker machines cannot connect. Throws `ConfigError` for invalid values. */
export function readWorkerDoorConfig(environment: Environment): WorkerDoorConfig | null {
  const [value, certificate, key] = [LISTEN, CERTIFICATE, KEY].map((name) => environment(name) || null);
  if (!value) {
    if (!certificate && !key) return null;
    throw new ConfigError(`${CERTIFICATE} and ${KEY} have no effect without ${LISTEN}. Set it as well.`);
  }
  const [, host, port] = /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(value) ?? [];
  if (host === undefined || Number(port) > 65535) {
    throw new ConfigError(`${LISTEN} is "${value}". Use an address and a port, such as 10.0.0.5:4318.`);
  }
  if (!certificate !== !key) {
    throw new ConfigError(`Set both ${CERTIFICATE} and ${KEY}, or neither.`);
  }
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (!certificate && !isLoopback(bare)) {
    throw new ConfigError(
      `${LISTEN} is "${value}", which other machines can reach. Set ${CERTIFICATE} and ${KEY} to files in PEM, or listen on 127.0.0.1 behind a reverse proxy with TLS.`,
    );
  }
  return { host: bare, port: Number(port), tls: certificate && key ? { certificate, key } : null };
}

/**
 * Reads `AGENT_HARNESS_QUEUE`, the database for the tickets of worker machines, with its password; null if they ask at the door
 * alone. Throws `ConfigError` for an address that no other machine could use, or that would be used without TLS.
 */
export function readQueueAddress(environment: Environment): string | null {
  const value = environment(QUEUE);
  if (!value) return null;
  const url = URL.parse(value);
  // The value has a password, so it is not repeated.
  if (
    !url || !/^postgres(ql)?:$/.test(url.protocol) || !url.hostname || !url.username ||
    url.pathname.length < 2
  ) {
    throw new ConfigError(
      `${QUEUE} is not the address of a PostgreSQL database. Use one such as postgres://agent_harness:password@db.example/tickets?sslmode=verify-full.`,
    );
  }
  if (!environment(LISTEN)) {
    throw new ConfigError(
      `${QUEUE} has no effect without ${LISTEN}, where worker machines connect. Set it as well.`,
    );
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (!isLoopback(host) && url.searchParams.get("sslmode") !== "verify-full") {
    throw new ConfigError(
      `${QUEUE} names the host ${host}, and tickets and passwords must not cross a network in the open. Add ?sslmode=verify-full to it, and &sslrootcert=<file> for a certificate that this machine does not know.`,
    );
  }
  return value;
}
