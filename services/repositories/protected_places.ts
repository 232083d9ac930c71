import { join } from "node:path";
import { InvalidError } from "../kernel/errors.ts";
import { isWithin } from "../kernel/is_within.ts";
import { homeDirectory } from "../kernel/environment.ts";

/** Where the service keeps the sample repositories that it makes itself; the only part of the storage that runs may use. */
export const SAMPLES = "samples";

/** Where programs keep credentials below a home. */
const CREDENTIALS = [
  ".aws",
  ".azure",
  ".config/chromium",
  ".config/gcloud",
  ".config/gh",
  ".config/google-chrome",
  ".config/op",
  ".docker",
  ".gnupg",
  ".kube",
  ".local/share/keyrings",
  ".mozilla",
  ".password-store",
  ".ssh",
  "Library/Keychains",
];

/** Where the system keeps credentials, and what describes processes and devices. Memory disks and media hold projects, too. */
const SYSTEM = ["/etc/ssh", "/etc/ssl/private", "/proc", "/run/secrets", "/sys"];

/**
 * Refuses a directory that no run may work in: the root of the file system, the home itself, and whatever is, holds or lies
 * in the storage directory.
 *
 * @param real the directory without symbolic links
 * @param shown what the sentence calls it
 * @throws {InvalidError}
 */
export function requireProjectDirectory(real: string, shown: string, storageDirectory: string): void {
  const storage = realPathOf(storageDirectory);
  const what = real === "/"
    ? "the root of the file system"
    : real === realHome()
    ? "your home directory"
    : real === storage
    ? "this service's storage directory"
    : isWithin(storage, real)
    ? `a directory that holds this service's storage directory ${storage}`
    : isWithin(real, storage) && !isSample(real, storage)
    ? `a directory inside of this service's storage directory ${storage}`
    : null;
  if (what !== null) throw new InvalidError(`${shown} is ${what}. Name the directory of one project.`);
}

/**
 * Returns why git objects must not be read from a directory, or null when they may: the storage directory, the home itself
 * and the places of credentials are never shown to a command, nor is what holds them.
 */
export function privacyProblem(real: string, storageDirectory: string): string | null {
  const [storage, home] = [realPathOf(storageDirectory), realHome()];
  if (isWithin(storage, real) || (isWithin(real, storage) && !isSample(real, storage))) {
    return "is, holds or lies in this service's storage directory";
  }
  if (home !== null && isWithin(home, real)) return "is or holds your home directory";
  const credentials = [...SYSTEM, ...(home === null ? [] : CREDENTIALS.map((name) => join(home, name)))];
  const place = credentials.map(realPathOf).find((path) => isWithin(path, real) || isWithin(real, path));
  return place === undefined ? null : `is, holds or lies in ${place}, where credentials are kept`;
}

const isSample = (real: string, storage: string): boolean =>
  isWithin(real, join(storage, SAMPLES)) &&
  real !== join(storage, SAMPLES);

function realHome(): string | null {
  const home = homeDirectory();
  return home === null ? null : realPathOf(home);
}

function realPathOf(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
