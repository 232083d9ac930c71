import { join, relative } from "node:path";
import type { Alias, Mask, SandboxPolicy } from "./policy.ts";
import type { SandboxRule } from "./settings.ts";
import { isWithin } from "../../kernel/is_within.ts";
import { clearWay } from "../../kernel/clear_way.ts";
import { findToolchains } from "./toolchains.ts";

/** Where a command runs, and its private directories. */
export type SandboxPlace = {
  /** The worktree: the command starts there and may change it. */
  directory: string;
  /** Another path at which its worktree is visible. */
  alsoAt?: Alias;
  /** The command's home directory on this machine; later commands find what it left there. */
  home: string;
  /** An empty directory on this machine, for this command alone. */
  temporary: string;
  /** More paths to show, such as the git objects that the worktree references. */
  readable: readonly string[];
  /** Files and directories of the worktree to hide; missing ones are ignored. */
  masked: readonly string[];
  storageDirectory: string;
  searchPath: string;
};

/** The path of a command's home directory: that of the user's, so that toolchains are found where they are configured. */
export function homeSeenAt(home: string | null): string {
  const usable = home?.startsWith("/") && home.split("/").filter((part) => part !== "").length > 0 &&
    !/^\/(?:usr|bin|sbin|lib\w*|nix|etc|proc|dev|sys|run|tmp|var\/tmp)(?:\/|$)/.test(home);
  return usable ? home!.replace(/\/+$/, "") : "/home/user";
}

/**
 * Builds a policy from the command's directories, the operator's rule, and the available toolchains. What an earlier command left
 * in its home directory at the path of a mount is removed, unless it is a directory.
 */
export async function composePolicy(
  place: SandboxPlace,
  rule: Pick<SandboxRule, "network" | "readable" | "writable">,
  homeAt: string,
): Promise<SandboxPolicy> {
  const { directory, home, storageDirectory } = place;
  const { programs, downloads } = await findToolchains(homeAt, place.searchPath, [storageDirectory]);
  // With network access a command downloads for itself, and most tools fail if they cannot write their downloads.
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
 * The home directory outlives a command, and bwrap follows links when it creates a mount point: one that leads through
 * `/oldroot` would create it anywhere on this machine.
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

/** Hides the paths that exist. A symbolic link cannot be hidden, so its target is. */
export async function masksOf(paths: readonly string[]): Promise<Mask[]> {
  const masks = await Promise.all(paths.map(async (path) => {
    try {
      const real = await Deno.realPath(path);
      return [{ path: real, directory: (await Deno.stat(real)).isDirectory }];
    } catch {
      return []; // missing, or a dangling link
    }
  }));
  return masks.flat();
}

/** Returns the paths that are inside none of the others. */
const outermost = (paths: readonly string[]): string[] =>
  [...new Set(paths)].filter((path) => !paths.some((other) => other !== path && isWithin(path, other)));

/**
 * Whether a command has left nothing at a path in its home directory. Mounting creates the path first, so an empty directory
 * counts as nothing; a link in the path counts as something, wherever it leads.
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
