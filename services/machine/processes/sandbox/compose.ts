import { join, relative } from "node:path";
import type { Alias, AvailableSandbox, ComposedSandbox, Mask, SandboxPolicy } from "./policy.ts";
import type { KernelRule, SandboxRule } from "./settings.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { isWithin } from "../../../ground/kernel/is_within.ts";
import { clearWay } from "../../../ground/kernel/clear_way.ts";
import { type HiddenPlaces, hiddenPlaces, isAboveHidden, mayShow, withTarget } from "./hidden.ts";
import { programPlaces } from "./installation.ts";
import { filterFile } from "./seccomp/filter_file.ts";
import { findToolchains } from "./toolchains.ts";

/** Files that tell of keys, memory and activity of the whole machine. */
const KERNEL_FILES = [
  "interrupts",
  "kallsyms",
  "key-users",
  "keys",
  "kpagecgroup",
  "kpagecount",
  "kpageflags",
  "pagetypeinfo",
  "sched_debug",
  "slabinfo",
  "timer_list",
  "vmallocinfo",
]
  .map((name) => `/proc/${name}`);

/** Where a command runs, and its private directories. */
export type SandboxPlace = {
  /** The worktree: the command starts there and may change it. */
  directory: string;
  /** Another path at which its worktree is visible. */
  alsoAt?: Alias;
  /** The program's home directory on this machine; later ones find what it left there. Null for an empty one. */
  home: string | null;
  /** The path of that home directory in the sandbox; that of the user's if absent. */
  homeAt?: string;
  /** An empty directory on this machine, for this command alone. */
  temporary: string;
  /** More paths that the service shows, such as the git objects that the worktree references. */
  readable: readonly string[];
  /** Files of programs to show with what belongs to them; those on the search path are shown anyway. */
  programs?: readonly string[];
  /** Files and directories of the worktree to hide. */
  masked: readonly Mask[];
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
 * Composes how every program is confined: from its directories, the operator's rule, and the available toolchains of the `person`
 * whose home directory that is. What an earlier program left in its home directory at the path of a mount is removed, unless
 * it is a directory. Throws `InvalidError` for a path of the rule that no program may see.
 */
export async function composeSandbox(
  state: Pick<AvailableSandbox, "program" | "unfiltered" | "unrefused">,
  place: SandboxPlace,
  rule: Pick<SandboxRule, "network" | "readable" | "writable"> & KernelRule,
  person: string,
): Promise<ComposedSandbox> {
  const { directory, home, storageDirectory, homeAt = person } = place;
  const hidden = await hiddenPlaces(person, storageDirectory);
  for (const path of [...rule.readable, ...rule.writable]) await requireShowable(hidden, path);
  const { programs, downloads } = await findToolchains(person, place.searchPath, hidden);
  const own = await Promise.all((place.programs ?? []).map((file) => programPlaces(file, person, hidden)));
  // With network access a command downloads for itself, and most tools fail if they cannot write their downloads.
  const fetched = rule.network || homeAt !== person
    ? []
    : await keep(downloads, (path) => home === null || isEmpty(home, relative(homeAt, path)));
  const found = await keep([...programs, ...fetched, ...own.flat()], (path) => isShowable(hidden, path));
  const given = await keep(
    place.readable,
    async (path) => !(await withTarget(path)).some((each) => isAboveHidden(hidden, each)),
  );
  const policy: SandboxPolicy = {
    directory,
    ...(place.alsoAt !== undefined && { alsoAt: place.alsoAt }),
    writable: [...await keep(rule.writable, exists), directory],
    readable: outermost([...found, ...given, ...rule.readable]),
    masked: [
      { path: storageDirectory, directory: true },
      ...(await keep(KERNEL_FILES, exists)).map((path) => ({ path, directory: false })),
      ...place.masked,
    ],
    home,
    homeAt,
    temporary: place.temporary,
    userNamespaces: allowsUserNamespaces(state, rule),
  };
  if (home !== null) await clearMountPoints(policy, home);
  const filter = state.unfiltered === null
    ? await filterFile(storageDirectory, rule.systemCalls ?? [])
    : null;
  return { program: state.program, policy, filter } as ComposedSandbox;
}

/**
 * Whether programs may make user namespaces. Where the service runs as root, they would change control groups of the machine in
 * one, whose files belong to root.
 */
function allowsUserNamespaces(
  { unrefused }: Pick<AvailableSandbox, "unrefused">,
  { userNamespaces }: KernelRule,
): boolean {
  if (unrefused === null) return userNamespaces ?? Deno.uid() !== 0;
  if (userNamespaces !== false) return true;
  throw new InvalidError(
    `sandbox.json refuses user namespaces, which does not work here: ${unrefused}. Update bubblewrap, or remove "userNamespaces".`,
  );
}

const isShowable = async (hidden: HiddenPlaces, path: string): Promise<boolean> =>
  (await withTarget(path)).every((each) => mayShow(hidden, each));

async function requireShowable(hidden: HiddenPlaces, path: string): Promise<void> {
  if (await isShowable(hidden, path)) return;
  throw new InvalidError(
    `The path "${path}" in sandbox.json or providers.json cannot be shown in a sandbox, because it leads to your home directory or the storage directory, or to what programs share in them. Name what is needed below it.`,
  );
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

async function keep<T>(items: readonly T[], test: (item: T) => boolean | Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(items.map(test));
  return items.filter((_, index) => kept[index]);
}
