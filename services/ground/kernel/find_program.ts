import { delimiter, isAbsolute, join } from "node:path";

/**
 * Returns the executable that `sh` would run for a name or an absolute path; null without one. Relative entries of the search
 * path are skipped, because they depend on the current directory.
 */
export function findProgram(name: string, searchPath: string): string | null {
  if (name.includes("/")) return isAbsolute(name) && isExecutable(name) ? name : null;
  const places = searchPath.split(delimiter).filter(isAbsolute);
  return places.map((place) => join(place, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && ((mode ?? 0) & 0o111) !== 0;
  } catch {
    return false;
  }
}
