import { dirname, join } from "node:path";
import { type HiddenPlaces, mayShow } from "./hidden.ts";

/** Directories that every sandbox shows anyway, with programs from the system's packages. */
export const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|nix)(?:\/|$)/;

/** What lies next to the `bin` of an installed program. */
const INSTALLED = /^(?:lib|lib32|lib64|libexec|share)$/;

/** What lies in a person's own work. */
const WORK =
  /^(?:\.git|\.hg|\.svn|\.jj|\.env(?:\..*|rc)?|package\.json|pyproject\.toml|Cargo\.toml|go\.mod|Gemfile|composer\.json|mix\.exs|deno\.jsonc?)$/;

/**
 * Returns what a directory of programs needs: the installation whose `bin` it is, or itself alone. Directly below the home
 * directory the installation is not shown, because programs keep their credentials next to their `bin` there.
 */
async function installationOf(bin: string, home: string, hidden: HiddenPlaces): Promise<string> {
  const prefix = dirname(bin);
  const eligible = /\/s?bin$/.test(bin) && depth(prefix) >= 2 && dirname(prefix) !== home &&
    mayShow(hidden, prefix);
  if (!eligible) return bin;
  const names = await namesIn(prefix);
  return names.some((name) => INSTALLED.test(name)) && !names.some((name) => WORK.test(name)) ? prefix : bin;
}

/**
 * Returns a directory of the search path with its installation. Where it belongs to a person's work, or contains such, only the
 * programs directly in it are shown.
 */
export async function searchedPlace(place: string, home: string, hidden: HiddenPlaces): Promise<string[]> {
  const installation = await installationOf(place, home, hidden);
  if (installation !== place) return [installation];
  if (!mayShow(hidden, place)) return [];
  return await containsWork(place) ? await programsIn(place) : [place];
}

/** Returns what a program needs: its packages, its installation, or the file alone. */
export async function programPlaces(program: string, home: string, hidden: HiddenPlaces): Promise<string[]> {
  const real = await Deno.realPath(program).catch(() => null);
  if (real === null) return [];
  const paths = [...new Set([program, real])].filter((path) => !SYSTEM.test(path));
  return (await Promise.all(paths.map((path) => placesOf(path, path !== real, home, hidden)))).flat();
}

async function placesOf(
  file: string,
  isLink: boolean,
  home: string,
  hidden: HiddenPlaces,
): Promise<string[]> {
  const packages = file.indexOf("/node_modules/");
  if (packages >= 0) return [file.slice(0, packages + "/node_modules".length)];
  const directory = dirname(file);
  const installation = await installationOf(directory, home, hidden);
  if (installation !== directory) return [installation];
  // A program may look for what is next to the target of its link, so it must still see that it is one.
  return isLink && /\/s?bin$/.test(directory) ? await searchedPlace(directory, home, hidden) : [file];
}

async function containsWork(directory: string): Promise<boolean> {
  const names = await namesIn(directory);
  if (names.some((name) => WORK.test(name))) return true;
  if (/\/(?:s?bin|shims)$/.test(directory)) return false;
  const inside = await Promise.all(names.map((name) => namesIn(join(directory, name))));
  return inside.flat().some((name) => WORK.test(name));
}

async function programsIn(directory: string): Promise<string[]> {
  const paths = (await namesIn(directory)).map((name) => join(directory, name));
  const infos = await Promise.all(paths.map((path) => Deno.stat(path).catch(() => null)));
  return paths.filter((_, index) => infos[index]?.isFile && ((infos[index].mode ?? 0) & 0o111) !== 0);
}

/** Returns the entries of a directory; none if it cannot be listed. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(directory))).map(({ name }) => name);
  } catch {
    return [];
  }
}

const depth = (path: string): number => path.split("/").filter((part) => part !== "").length;
