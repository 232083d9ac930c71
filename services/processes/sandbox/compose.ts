import { join, relative } from "node:path";
import type { Alias, Mask, SandboxPolicy } from "./policy.ts";
import type { SandboxRule } from "./settings.ts";
import { isWithin } from "../../kernel/is_within.ts";
import { clearWay } from "../../kernel/clear_way.ts";
import { findToolchains } from "./toolchains.ts";

/** Where a command is run, and what belongs to it alone. */
export type SandboxPlace = {
  /** The worktree: the command begins there and may change it. */
  directory: string;
  /** Another path at which its worktree is seen. */
  alsoAt?: Alias;
  /** The command's home on this machine; what it leaves there is there for the next one. */
  home: string;
  /** An empty directory on this machine, for this command alone. */
  temporary: string;
  /** More that has to be seen, such as the objects of git that the worktree refers to. */
  readable: readonly string[];
  /** Files and directories of the worktree that must not be seen; those that do not exist are left alone. */
  masked: readonly string[];
  storageDirectory: string;
  searchPath: string;
};

/** Where a command's home is seen: at the person's own, so that toolchains are found where they are configured to be. */
export function homeSeenAt(home: string | null): string {
  const usable = home?.startsWith("/") && home.split("/").filter((part) => part !== "").length > 0 &&
    !/^\/(?:usr|bin|sbin|lib\w*|nix|etc|proc|dev|sys|run|tmp|var\/tmp)(?:\/|$)/.test(home);
  return usable ? home!.replace(/\/+$/, "") : "/home/user";
}

/**
 * Puts a policy together from the place, the person's rule, and the toolchains that are there now. What a command has left in its
 * home where something is going to be mounted is removed, unless it is a directory.
 */
export async function composePolicy(
  place: SandboxPlace,
  rule: Pick<SandboxRule, "network" | "readable" | "writable">,
  homeAt: string,
): Promise<SandboxPolicy> {
  const { directory, home, storageDirectory } = place;
  const { programs, downloads } = await findToolchains(homeAt, place.searchPath, [storageDirectory]);
  // With the network a command fetches for itself, and most tools fail where they cannot write what they fetch.
  const fetched = rule.network
    ? []
    : await filter(downloads, (path) => isEmpty(home, relative(homeAt, path)));
  const policy: SandboxPolicy = {
    directory,
    ...(place.alsoAt !== undefined && { alsoAt: place.alsoAt }),
    writable: [...await filter(rule.writable, exists), directory],
    readable: outermost([...programs, ...fetched, ...place.readable, ...rule.readable]),
    masked: [
      { path: storageDirectory, directory: true },
      ...(await masksOf(place.masked)).filter(({ path }) => isWithin(path, directory)),
    ],
    home,
    homeAt,
    temporary: place.temporary,
  };
  await clearMountPoints(policy, home);
  return policy;
}

/**
 * The home outlives a command, and bwrap follows links where it makes the place of a mount: one that leads through `/oldroot`
 * would make it anywhere on this machine.
 */
async function clearMountPoints(policy: SandboxPolicy, home: string): Promise<void> {
  const { homeAt, directory, alsoAt } = policy;
  const mounted = [
    ...policy.readable,
    ...policy.writable,
    ...policy.masked.map(({ path }) => path),
    ...(alsoAt === undefined ? [] : [alsoAt.path]),
    directory,
  ];
  for (const path of new Set(mounted)) {
    if (path !== homeAt && isWithin(path, homeAt)) await clearWay(home, relative(homeAt, path));
  }
}

/** Covers those paths that exist. A symbolic link cannot be covered: what it leads to is. */
export async function masksOf(paths: readonly string[]): Promise<Mask[]> {
  const masks = await Promise.all(paths.map(async (path) => {
    try {
      const real = await Deno.realPath(path);
      return [{ path: real, directory: (await Deno.stat(real)).isDirectory }];
    } catch {
      return []; // not there, or a link to nowhere
    }
  }));
  return masks.flat();
}

/** Paths that lie in none of the others. */
const outermost = (paths: readonly string[]): string[] =>
  [...new Set(paths)].filter((path) => !paths.some((other) => other !== path && isWithin(path, other)));

/**
 * Tells whether a command has left nothing at a path in its home. Mounting makes the place first, so an empty directory is
 * nothing; a link on the way is something, wherever it leads.
 */
async function isEmpty(home: string, path: string): Promise<boolean> {
  const names = path.split("/");
  try {
    for (const [index] of names.entries()) {
      if (!(await Deno.lstat(join(home, ...names.slice(0, index + 1)))).isDirectory) return false;
    }
    for await (const _ of Deno.readDir(join(home, path))) return false;
    return true;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

const exists = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);

async function filter<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(items.map(test));
  return items.filter((_, index) => kept[index]);
}
