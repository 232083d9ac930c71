/** Where programs are found when this process has no `PATH`. */
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/** Returns the directories in which programs are looked for, as `PATH` lists them. */
export const searchPath = (): string => Deno.env.get("PATH") ?? DEFAULT_PATH;

/** Returns the home of the user of this process, or null where `HOME` is not an absolute path. */
export function homeDirectory(): string | null {
  const home = Deno.env.get("HOME");
  return home?.startsWith("/") ? home : null;
}
