import { delimiter, join } from "node:path";
import { isWithin } from "../../../ground/kernel/is_within.ts";
import { type HiddenPlaces, mayShow } from "./hidden.ts";
import { programPlaces, searchedPlace, SYSTEM } from "./installation.ts";
import { DOWNLOADS, TOOLCHAINS } from "./toolchain_places.ts";

/** The available toolchains, and what was downloaded for them. */
type Toolchains = { programs: string[]; downloads: string[] };

/**
 * Finds the directories that the toolchains of a home directory need, and the entries of a search path with their link targets.
 * It never includes a hidden place, anything above one, or anything in the storage directory.
 */
export async function findToolchains(
  home: string,
  searchPath: string,
  hidden: HiddenPlaces,
): Promise<Toolchains> {
  const inHome = await namesIn(home);
  const existing = async (names: readonly string[]) =>
    (await Promise.all(
      names.filter((name) => inHome === null || inHome.has(name.split("/", 1)[0]!)).map((name) =>
        realPath(join(home, name)).then((real) => real && join(home, name))
      ),
    ))
      .filter((path) => path !== null);
  const onPath = await Promise.all(
    [...new Set(searchPath.split(delimiter))].filter((place) => place.startsWith("/")).map((place) =>
      placesOf(place, home, hidden)
    ),
  );
  const programs = [...await existing(TOOLCHAINS), ...onPath.flat()];
  return {
    programs: [...new Set(programs)].filter((path) => mayShow(hidden, path)),
    downloads: (await existing(DOWNLOADS)).filter((path) => mayShow(hidden, path)),
  };
}

/** A directory of the search path, its installation, and the targets of its links. */
async function placesOf(place: string, home: string, hidden: HiddenPlaces): Promise<string[]> {
  const real = await realPath(place);
  if (real === null || !(await Deno.stat(real)).isDirectory) return [];
  const own = SYSTEM.test(place) && SYSTEM.test(real)
    ? []
    : (await Promise.all([...new Set([place, real])].map((each) => searchedPlace(each, home, hidden))))
      .flat();
  return isDistribution(real) ? own : [...own, ...await linkTargets(real, home, hidden)];
}

/** Links there stay within the system's own directories. */
const isDistribution = (place: string): boolean => /^\/(?:usr\/)?s?bin$/.test(place);

async function linkTargets(directory: string, home: string, hidden: HiddenPlaces): Promise<string[]> {
  const targets: string[] = [];
  for await (const { name, isSymlink } of Deno.readDir(directory)) {
    const target = isSymlink ? await realPath(join(directory, name)) : null;
    if (target === null || SYSTEM.test(target) || isWithin(target, directory)) continue;
    targets.push(...await programPlaces(target, home, hidden));
  }
  return targets;
}

/** Returns the entries of a directory, read once instead of for each name; null if it cannot be listed. */
async function namesIn(directory: string): Promise<ReadonlySet<string> | null> {
  try {
    return new Set((await Array.fromAsync(Deno.readDir(directory))).map(({ name }) => name));
  } catch {
    return null;
  }
}

async function realPath(path: string): Promise<string | null> {
  try {
    return await Deno.realPath(path);
  } catch {
    return null; // missing, or not readable for this user
  }
}
