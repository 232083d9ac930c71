import type { Dirent } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { readBounded } from "../../../ground/kernel/bounded_file.ts";
import { namedBy } from "../find/find_git.ts";
import { plainEntriesOf } from "./plain.ts";

/** The git directories in a worktree besides its own, as real paths. */
type NestedRepositories = {
  /** Those called `.git`, and those of submodules; git never tracks them. */
  hidden: string[];
  /** Those with any other name, which are content of the worktree. */
  bare: string[];
  /** `.git` files and links that lead to none of these. */
  astray: string[];
};

/** The longest `.git` file that is read. */
const MAX_POINTER_BYTES = 1 << 16;

/** Finds everything in a worktree that git could take for a git directory. Links are not followed. */
export async function findNested(worktree: string): Promise<NestedRepositories> {
  const own = join(worktree, ".git");
  const hidden = await submodulesOf(join(own, "modules"));
  const others: string[] = [];
  const pointers: string[] = [];
  const open = [worktree];
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    const entries = await plainEntriesOf(directory).catch(() => []);
    if (isNamedGit(directory)) hidden.push(directory);
    else if (directory !== worktree && looksLikeGit(entries)) others.push(directory);
    for (const entry of entries) {
      const path = join(directory, entry.name);
      if (entry.isDirectory() && path !== own) open.push(path);
      else if (!entry.isDirectory() && isNamedGit(path)) pointers.push(path);
    }
  }
  const isLinked = (path: string) =>
    [own, ...hidden].some((repository) => dirname(path) === join(repository, "worktrees"));
  const bare = others.filter((path) => !isLinked(path));
  const astray: string[] = [];
  for (const pointer of pointers) {
    const target = await targetOf(pointer);
    const isKnown = target !== null && ([own, ...hidden, ...bare].includes(target) || isLinked(target));
    if (!isKnown) astray.push(pointer);
  }
  return { hidden, bare, astray };
}

/** Returns the names by which people know them: the directories that they are in, relative to the worktree. */
export const namesOf = (
  { hidden, bare }: Pick<NestedRepositories, "hidden" | "bare">,
  worktree: string,
): string[] =>
  [...hidden.map((path) => isNamedGit(path) ? dirname(path) : path), ...bare]
    .map((path) => relative(worktree, path)).sort();

const isNamedGit = (path: string): boolean => /(?:^|\/)\.git$/i.test(path);

/** Git's own rule, without looking at the content: HEAD, and objects and refs here or elsewhere. */
function looksLikeGit(entries: readonly Dirent[]): boolean {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  return names.has("head") && (names.has("commondir") || (names.has("objects") && names.has("refs")));
}

async function submodulesOf(directory: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await plainEntriesOf(directory)) {
    const path = join(directory, entry.name);
    if (!entry.isDirectory()) continue;
    const isRepository = looksLikeGit(await plainEntriesOf(path));
    if (isRepository) found.push(path);
    found.push(...await submodulesOf(isRepository ? join(path, "modules") : path));
  }
  return found;
}

/** Returns the directory that a `.git` file names; null without one. */
async function targetOf(pointer: string): Promise<string | null> {
  const file = await readBounded(pointer, MAX_POINTER_BYTES);
  const named = "bytes" in file ? namedBy("gitdir: ", new TextDecoder().decode(file.bytes)) : null;
  if (named === null) return null;
  return await Deno.realPath(resolve(dirname(pointer), named)).catch(() => null);
}
