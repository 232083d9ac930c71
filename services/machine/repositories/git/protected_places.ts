import { existsSync } from "node:fs";
import { join } from "node:path";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { isWithin } from "../../../ground/kernel/is_within.ts";
import { homeDirectory } from "../../../ground/kernel/environment.ts";

/** The directory of the sample repositories that the service creates. */
export const SAMPLES = "samples";

/** The directory of the clones in which workers attempt the cases of trials. */
export const TRIAL_CLONES = "trial-clones";

/** The only parts of the storage that runs may use. */
const USABLE = [SAMPLES, TRIAL_CLONES];

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

/** The directories of the operating system itself; what people keep below them may be a project, as in /var/www or /dev/shm. */
const SYSTEM_ROOTS = "/bin /boot /dev /etc /lib /lib64 /run /sbin /usr /usr/bin /usr/lib /usr/sbin /var"
  .split(" ");

/** The places that no run may work in, without symbolic links, as they were at one moment. */
export type ProtectedPlaces = {
  readonly storage: string;
  readonly home: string | null;
  readonly credentials: readonly string[];
  /** The directories of the operating system, and its places that contain no project at any depth. */
  readonly system: { readonly roots: readonly string[]; readonly whole: readonly string[] };
};

/** How long resolved places are used again, in milliseconds: many runs are asked for within a second, and few links change. */
const KNOWN_MILLISECONDS = 1000;

/** Places that were resolved a moment ago, and paths that were found to be allowed since. */
type KnownPlaces = {
  readonly places: ProtectedPlaces;
  /** Paths with a mark of what decided. */
  readonly allowed: Map<string, string>;
  /** Paths that were looked at in this turn of the event loop, for the many requests that it answers. */
  readonly thisTurn: Set<string>;
};

let known: KnownPlaces & { key: string; at: number } | null = null;

/** Returns the protected places, resolved at most a second ago. For a first answer: what starts work resolves them itself. */
export function knownPlaces(storageDirectory: string): KnownPlaces {
  const key = JSON.stringify([storageDirectory, homeDirectory()]);
  const now = performance.now();
  if (known?.key !== key || now - known.at >= KNOWN_MILLISECONDS) {
    known = {
      key,
      at: now,
      places: resolvePlaces(storageDirectory),
      allowed: new Map(),
      thisTurn: new Set(),
    };
  }
  return known;
}

/** Resolves the protected places as they are now. */
export function resolvePlaces(storageDirectory: string): ProtectedPlaces {
  const home = homeDirectory();
  const credentials = [...SYSTEM, ...(home === null ? [] : CREDENTIALS.map((name) => join(home, name)))];
  return {
    storage: realPathOf(storageDirectory),
    home: home === null ? null : realPathOf(home),
    credentials: credentials.map(realPathOf),
    system: { roots: SYSTEM_ROOTS.map(realPathOf), whole: SYSTEM.map(realPathOf) },
  };
}

/**
 * Refuses a directory that no run may work in: the root of the file system, the home directory and what contains it, the directories
 * of the operating system, and the storage directory with everything above and below it.
 *
 * @param real the directory without symbolic links
 * @param named how the sentence names it
 * @throws {InvalidError}
 */
export function requireProjectDirectory(
  real: string,
  named: string,
  { storage, home, system }: ProtectedPlaces,
): void {
  const what = real === "/"
    ? "the root of the file system"
    : real === home
    ? "your home directory"
    : real === storage
    ? "this service's storage directory"
    : isWithin(storage, real)
    ? `a directory that contains this service's storage directory ${storage}`
    : isWithin(real, storage) && !isUsable(real, storage)
    ? `a directory inside this service's storage directory ${storage}`
    : home !== null && isWithin(home, real)
    ? "a directory that contains your home directory"
    : system.roots.includes(real) || system.whole.some((place) => isWithin(real, place))
    ? "a directory of the operating system"
    : null;
  if (what !== null) throw new InvalidError(`${named} is ${what}. Name the directory of one project.`);
}

/**
 * Returns why git objects must not be read from a directory, or null when they may: commands never see the storage directory,
 * the home directory itself, directories with credentials, or their parents.
 */
export function privacyProblem(real: string, { storage, home, credentials }: ProtectedPlaces): string | null {
  if (isWithin(storage, real) || (isWithin(real, storage) && !isUsable(real, storage))) {
    return "is, contains or is inside this service's storage directory";
  }
  if (home !== null && isWithin(home, real)) return "is or contains your home directory";
  const place = credentials.find((path) => isWithin(path, real) || isWithin(real, path));
  return place === undefined ? null : `is, contains or is inside ${place}, which stores credentials`;
}

const isUsable = (real: string, storage: string): boolean =>
  USABLE.map((name) => join(storage, name)).some((place) => isWithin(real, place) && real !== place);

function realPathOf(path: string): string {
  // Most of these are missing, and an error for each would cost far more than checking first.
  if (!existsSync(path)) return path;
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
