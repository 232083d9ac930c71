/** The service's two log files. */
export type LogStream = "stdout" | "stderr";

/** Logs what the service does. It contains no secrets and no stacks. */
export type Log = { info: (message: string) => void; error: (message: string, cause?: unknown) => void };

/** A log file is rotated at this size; one older file is kept. */
const MAX_BYTES = 1024 * 1024;

/** Returns the path of a log in a storage directory. */
export const logPath = (storageDirectory: string, stream: LogStream): string =>
  `${storageDirectory}/logs/${stream}.log`;

/** A log that is discarded, for tests and one-off commands. */
export const silentLog: Log = { info: () => {}, error: () => {} };

/**
 * Writes to the terminal and to bounded files in the storage directory, each entry after `redact`. A log that cannot be
 * written does not stop the service.
 */
export function openLog(storageDirectory: string, now: () => Date, redact = (text: string) => text): Log {
  Deno.mkdirSync(`${storageDirectory}/logs`, { recursive: true, mode: 0o700 });
  const write = (stream: LogStream, message: string) => {
    // deno-lint-ignore no-control-regex -- one entry is one line, whatever a message brings along
    const shown = redact(message).replaceAll(/[\x00-\x1f\x7f-\x9f]/g, " ");
    const line = new TextEncoder().encode(`${now().toISOString()} ${shown}\n`);
    try {
      (stream === "stdout" ? Deno.stdout : Deno.stderr).writeSync(line);
    } catch {
      // A closed terminal must not end the service.
    }
    try {
      const path = logPath(storageDirectory, stream);
      if ((statSize(path) ?? 0) + line.length > MAX_BYTES) Deno.renameSync(path, `${path}.1`);
      Deno.writeFileSync(path, line, { append: true, mode: 0o600 });
    } catch {
      // Nor must a full disk.
    }
  };
  return {
    info: (message) => write("stdout", message),
    error: (message, cause) =>
      write("stderr", cause === undefined ? message : `${message}: ${describe(cause)}`),
  };
}

function statSize(path: string): number | null {
  try {
    return Deno.statSync(path).size;
  } catch {
    return null;
  }
}

const describe = (cause: unknown): string =>
  cause instanceof Error
    ? [cause.message, cause.cause && describe(cause.cause)].filter(Boolean).join("; ")
    : String(cause);
