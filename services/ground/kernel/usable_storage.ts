import { ConfigError } from "./variables.ts";
import { STORAGE_VARIABLE, type StoragePlace } from "./storage_place.ts";

/**
 * Returns the real path of a storage directory that the service can use. Throws `ConfigError`. Never creates anything,
 * because a missing directory may be on a disk that is not mounted.
 */
export function usableStorage(place: StoragePlace | null, codeDirectory: string | null): string {
  if (place === null) {
    throw new ConfigError(
      "AGENT_HARNESS_STORAGE_DIR is not set, and no storage directory is remembered. Run `agent-harness init` once to create and remember one.",
    );
  }
  const { path: value, from } = place;
  const found = statOrNull(value);
  if (found && !found.isDirectory) {
    throw new ConfigError(
      `${
        named(from)
      } "${value}", which is a file. Name a directory. \`agent-harness init <directory>\` creates one.`,
    );
  }
  if (!found) {
    throw new ConfigError(
      `${
        named(from)
      } "${value}", which does not exist. Nothing was created. Run \`agent-harness init ${value}\` if the path is right.`,
    );
  }
  const real = Deno.realPathSync(value);
  if (codeDirectory !== null) {
    const code = Deno.realPathSync(codeDirectory);
    if (real === code || real.startsWith(`${code}${Deno.build.os === "windows" ? "\\" : "/"}`)) {
      throw new ConfigError(
        `${named(from)} "${value}", which is inside the program's own directory. Use another one.`,
      );
    }
  }
  if (!isWritable(real)) {
    throw new ConfigError(`${named(from)} "${value}", which this user cannot write to.`);
  }
  return real;
}

function statOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
}

function isWritable(path: string): boolean {
  try {
    Deno.removeSync(Deno.makeTempFileSync({ dir: path, prefix: ".write-check-" }));
    return true;
  } catch {
    return false;
  }
}

const named = (from: string): string =>
  from === STORAGE_VARIABLE ? `${STORAGE_VARIABLE} is` : `The storage directory that ${from} remembers is`;
