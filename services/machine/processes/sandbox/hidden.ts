import { join } from "node:path";
import { homeDirectory } from "../../../ground/kernel/environment.ts";
import { isWithin } from "../../../ground/kernel/is_within.ts";

/** Where programs below a home directory keep data and credentials side by side. */
const SHARED = [".config", ".local", ".local/share", ".local/state"];

/** What no sandbox shows as a whole, nor anything above it. */
export type HiddenPlaces = {
  /** The storage directory. Only the service chooses what a sandbox shows of it. */
  storage: string;
  /** The home directory, and what all programs share in it. */
  shared: readonly string[];
};

/** Returns what is hidden from every program in a sandbox, also where a link leads to it. */
export async function hiddenPlaces(home: string, storage: string): Promise<HiddenPlaces> {
  const homes = [home, homeDirectory() ?? home];
  const shared = homes.flatMap((each) => [each, ...SHARED.map((name) => join(each, name))]);
  return { storage, shared: [...new Set([...shared, ...await realPaths(shared)])] };
}

/** Whether a path is a hidden place, or above one. */
export const isAboveHidden = ({ storage, shared }: HiddenPlaces, path: string): boolean =>
  isWithin(storage, path) || shared.some((each) => isWithin(each, path));

/**
 * Whether a sandbox may show a path that the service did not choose itself. It must be outside of the storage directory,
 * too.
 */
export const mayShow = (hidden: HiddenPlaces, path: string): boolean =>
  !isAboveHidden(hidden, path) && !isWithin(path, hidden.storage);

/** Returns a path and, if it is a link or below one, what it leads to. */
export const withTarget = async (path: string): Promise<string[]> => [path, ...await realPaths([path])];

async function realPaths(paths: readonly string[]): Promise<string[]> {
  const real = await Promise.all(paths.map((path) => Deno.realPath(path).catch(() => null)));
  return real.filter((path) => path !== null);
}
