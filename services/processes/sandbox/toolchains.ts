import { delimiter, dirname, join, relative } from "node:path";
import { isWithin } from "../../kernel/is_within.ts";

/** Where languages store compilers and runtimes below a home directory. Listed one by one: credentials are right next to some. */
const TOOLCHAINS = [
  ".asdf",
  ".bun/bin",
  ".cabal/bin",
  ".cargo/bin",
  ".deno/bin",
  ".dotnet",
  ".elan",
  ".fnm",
  ".foundry/bin",
  ".ghcup",
  ".goenv",
  ".jbang/cache",
  ".jenv",
  ".juliaup",
  ".local/bin",
  ".local/lib",
  ".local/pipx",
  ".local/share/fnm",
  ".local/share/mise",
  ".local/share/pipx",
  ".local/share/pypoetry",
  ".local/share/rtx",
  ".local/share/uv",
  ".local/share/virtualenv",
  ".local/state/nix/profiles",
  ".mix/archives",
  ".nix-profile",
  ".nodenv",
  ".nvm",
  ".opam",
  ".phpenv",
  ".plenv",
  ".proto/bin",
  ".proto/tools",
  ".pyenv",
  ".rbenv",
  ".rustup",
  ".rvm",
  ".sdkman/candidates",
  ".stack/programs",
  ".swiftly",
  ".tool-versions",
  ".volta",
  ".yarn/berry",
  "anaconda3",
  "go/bin",
  "miniconda3",
  "miniforge3",
  "n/bin",
  "n/n/versions",
];

/** Where downloads are stored. Once a command has filled its own, it keeps that one. */
export const DOWNLOADS = [
  ".bun/install/cache",
  ".cache/Cypress",
  ".cache/deno",
  ".cache/ms-playwright",
  ".cache/node",
  ".cache/pip",
  ".cache/puppeteer",
  ".cache/uv",
  ".cargo/git",
  ".cargo/registry",
  ".gem/ruby",
  ".hex/packages",
  ".ivy2/cache",
  ".julia/packages",
  ".m2/repository",
  ".m2/wrapper",
  ".nuget/packages",
  ".pub-cache/hosted",
  "go/pkg/mod",
];

/** Directories that every sandbox shows anyway, with programs from the system's packages. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|nix)(?:\/|$)/;

/** The available toolchains, and what was downloaded for them. */
export type Toolchains = { programs: string[]; downloads: string[] };

/**
 * Finds the directories that the toolchains of a home directory need, and the entries of a search path with their link targets.
 * It never includes the home directory itself, a hidden directory, a parent of these, or anything inside a hidden one.
 */
export async function findToolchains(
  home: string,
  searchPath: string,
  hidden: readonly string[],
): Promise<Toolchains> {
  const mayShow = (path: string) =>
    !isWithin(home, path) && !hidden.some((secret) => isWithin(secret, path) || isWithin(path, secret));
  const inHome = await namesIn(home);
  const existing = async (names: readonly string[]) =>
    (await Promise.all(
      names.filter((name) => inHome === null || inHome.has(name.split("/", 1)[0]!)).map((name) =>
        realPath(join(home, name)).then((real) => real && join(home, name))
      ),
    ))
      .filter((path) => path !== null);
  const onPath = await Promise.all(
    searchPath.split(delimiter).filter((place) => place.startsWith("/")).map((place) =>
      placesOf(place, home)
    ),
  );
  const programs = [...await existing(TOOLCHAINS), ...onPath.flat()];
  return {
    programs: [...new Set(programs)].filter(mayShow),
    downloads: (await existing(DOWNLOADS)).filter(mayShow),
  };
}

/** A directory of the search path, its installation, and the targets of its links. */
async function placesOf(place: string, home: string): Promise<string[]> {
  const real = await realPath(place);
  if (real === null) return [];
  const own = SYSTEM.test(place) && SYSTEM.test(real)
    ? []
    : [...installation(place, home), ...installation(real, home)];
  return isDistribution(real) ? own : [...own, ...await linkTargets(real, home)];
}

/** Links there stay within the system's own directories. */
const isDistribution = (place: string): boolean => /^\/(?:usr\/)?s?bin$/.test(place);

/**
 * `…/bin` is useless without the `lib` next to it. Directly below the home directory that parent is not shown: programs keep
 * their credentials next to their `bin` there.
 */
function installation(bin: string, home: string): string[] {
  const prefix = dirname(bin);
  const ownPrefix = /\/s?bin$/.test(bin) && depth(prefix) >= 2 && dirname(prefix) !== home &&
    !isWithin(home, prefix) &&
    relative(home, prefix) !== ".local";
  return ownPrefix ? [prefix] : [bin];
}

async function linkTargets(directory: string, home: string): Promise<string[]> {
  const targets: string[] = [];
  for await (const { name, isSymlink } of Deno.readDir(directory)) {
    const target = isSymlink ? await realPath(join(directory, name)) : null;
    if (target === null || SYSTEM.test(target) || isWithin(target, directory)) continue;
    const [place] = installation(dirname(target), home);
    // A program outside an installation is shown alone, without the files next to it.
    targets.push(place !== undefined && place !== dirname(target) ? place : target);
  }
  return targets;
}

const depth = (path: string): number => path.split("/").filter((part) => part !== "").length;

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
