import { delimiter, isAbsolute } from "node:path";

/** Where programs are searched if this process has no usable `PATH`. */
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/**
 * Returns the directories that are searched for programs: those of `PATH` that are absolute. An empty or relative entry would execute
 * what lies in the directory that a command happens to be started in.
 */
export const searchPath = (): string =>
  (Deno.env.get("PATH") ?? "").split(delimiter).filter((place) => isAbsolute(place)).join(delimiter) ||
  DEFAULT_PATH;

/** Takes the entries that `searchPath` leaves out from this process's own `PATH`, by which it starts programs. */
export function dropRelativePaths(): void {
  Deno.env.set("PATH", searchPath());
}

/** Returns the home directory of this user, or null if `HOME` is not an absolute path. */
export function homeDirectory(): string | null {
  const home = Deno.env.get("HOME");
  return home?.startsWith("/") ? home : null;
}
