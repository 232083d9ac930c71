import { join } from "node:path";
import { InvalidError } from "../../kernel/errors.ts";
import { isWithin } from "../../kernel/is_within.ts";
import { homeDirectory } from "../../kernel/environment.ts";

/** The directory of the sample repositories that the service creates; the only part of the storage that runs may use. */
export const SAMPLES = "samples";

/** Where programs store credentials below a home directory. */
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

/** Where the system stores credentials, and what describes processes and devices. Memory disks and media may contain projects. */
const SYSTEM = ["/etc/ssh", "/etc/ssl/private", "/proc", "/run/secrets", "/sys"];

/**
 * Refuses a directory that no run may work in: the root of the file system, the home directory itself, and the storage directory
 * with everything above and below it.
 *
 * @param real the directory without symbolic links
 * @param shown how the sentence names it
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
    ? `a directory that contains this service's storage directory ${storage}`
    : isWithin(real, storage) && !isSample(real, storage)
    ? `a directory inside this service's storage directory ${storage}`
    : null;
  if (what !== null) throw new InvalidError(`${shown} is ${what}. Name the directory of one project.`);
}

/**
 * Returns why git objects must not be read from a directory, or null when they may: commands never see the storage directory,
 * the home directory itself, directories with credentials, or their parents.
 */
export function privacyProblem(real: string, storageDirectory: string): string | null {
  const [storage, home] = [realPathOf(storageDirectory), realHome()];
  if (isWithin(storage, real) || (isWithin(real, storage) && !isSample(real, storage))) {
    return "is, contains or is inside this service's storage directory";
  }
  if (home !== null && isWithin(home, real)) return "is or contains your home directory";
  const credentials = [...SYSTEM, ...(home === null ? [] : CREDENTIALS.map((name) => join(home, name)))];
  const place = credentials.map(realPathOf).find((path) => isWithin(path, real) || isWithin(real, path));
  return place === undefined ? null : `is, contains or is inside ${place}, which stores credentials`;
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
