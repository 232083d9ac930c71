/** Where programs are searched if this process has no `PATH`. */
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/** Returns the directories that are searched for programs, as `PATH` lists them. */
export const searchPath = (): string => Deno.env.get("PATH") ?? DEFAULT_PATH;

/** Returns the home directory of this user, or null if `HOME` is not an absolute path. */
export function homeDirectory(): string | null {
  const home = Deno.env.get("HOME");
  return home?.startsWith("/") ? home : null;
}
