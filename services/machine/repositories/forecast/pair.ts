import type { Standing } from "../apply/drift.ts";
import type { BundleManifest, Control } from "../git/types.ts";
import { changedPaths } from "../patch/changes.ts";
import { mergeTrees } from "../patch/merge.ts";
import { rebaseTree } from "../patch/rebase.ts";
import { parentsOf } from "../patch/tree_paths.ts";
import {
  blockedPaths,
  type Ground,
  type Judged,
  type OpenResult,
  type PathSide,
  type ResultEffect,
} from "./effect.ts";

/** What one result would do to another that is applied after it; null for `judged` when that was not found out. */
export interface Pair {
  readonly first: string;
  readonly then: string;
  readonly judged: Judged | null;
}

/** A result, and what it does to the working tree as it is now. */
export interface WithEffect {
  readonly result: OpenResult;
  readonly effect: ResultEffect;
}

/**
 * Returns what becomes of a result after another one was applied; null if that one makes no difference to it, because it
 * changes other files. Throws what `git` throws.
 */
export async function judgePair(
  ground: Ground,
  { result: first, effect: { changes, directories } }: WithEffect,
  { result: then, effect }: WithEffect,
): Promise<Pair | null> {
  // A file that was renamed in the working tree is changed there, and not at the path that the patch has.
  const meetsMoved = changes !== null && [...effect.changes?.keys() ?? []].some((path) => changes.has(path));
  if (changes === null || !meetsMoved && !meets(then, changes, directories)) return null;
  const pair = { first: first.id, then: then.id };
  if (fits(then, changes, directories)) return { ...pair, judged: { outcome: "clean", files: [] } };
  const blocked = blockedPaths(then);
  if (blocked.length > 0) return { ...pair, judged: { outcome: "conflicts", files: blocked } };
  const found = await ground.rebased(then, await ground.after(first));
  return { ...pair, judged: found && { outcome: found.outcome, files: found.files } };
}

type Changes = ReadonlyMap<string, PathSide>;

/** Returns whether some path of a result is one that another changes, or is above or below one. */
const meets = ({ manifest: { files } }: OpenResult, changes: Changes, directories: ReadonlySet<string>) =>
  files.some(({ path, after }) =>
    changes.has(path) || (after !== null && isNested(path, changes, directories))
  );

/** Returns whether every path of a result still holds what its patch expects, as an apply requires. */
const fits = (
  { manifest: { files }, standings }: OpenResult,
  changes: Changes,
  directories: ReadonlySet<string>,
) =>
  files.every(({ path, before }, index) => {
    if (isNested(path, changes, directories)) return false;
    const now = changes.get(path);
    return now === undefined ? standings[index] === "before" : isSame(now, before);
  });

/** Two files cannot be where one's path is a directory of the other's. */
const isNested = (path: string, changes: Changes, directories: ReadonlySet<string>): boolean =>
  directories.has(path) || parentsOf(path).some((parent) => (changes.get(parent) ?? null) !== null);

const isSame = (one: PathSide, other: PathSide): boolean =>
  one === null || other === null ? one === other : one.mode === other.mode && one.blob === other.blob;

/**
 * Returns the tree that results give on another one, each applied or, where files differ, rebased; null where one conflicts, or
 * changes nothing any more. Throws what `git` throws.
 */
export async function combinedTree(
  control: Control,
  ground: string,
  results: readonly Pick<OpenResult, "manifest" | "trees">[],
): Promise<string | null> {
  let tree = ground;
  for (const { manifest, trees } of results) {
    const next = await placedOn(control, tree, { manifest, trees });
    if (next === null || next === tree) return null;
    tree = next;
  }
  return tree;
}

async function placedOn(
  control: Control,
  onto: string,
  { manifest, trees }: Pick<OpenResult, "manifest" | "trees">,
): Promise<string | null> {
  const { baseTree: from, resultTree: to } = manifest;
  if (onto === from) return to;
  const standings = await standingsIn(control, onto, manifest);
  if (standings.every((standing) => standing === "before")) {
    return await rebaseTree(control, { from, to, onto });
  }
  const merged = await mergeTrees(control, { ...trees, onto });
  return "tree" in merged ? merged.tree : null;
}

/** Returns what every changed path holds in a tree, as `standingsOf` does for the working tree. Throws what `git` throws. */
export async function standingsIn(
  control: Control,
  tree: string,
  { baseTree, files }: BundleManifest,
): Promise<Standing[]> {
  if (tree === baseTree) return files.map(() => "before");
  const changes = await changedPaths(control, baseTree, tree);
  const now = new Map(changes.map((change) => [change.path, change]));
  const written = changes.filter(({ newMode }) => Number(newMode) !== 0).map(({ path }) => path);
  const places = new Set(written);
  const directories = new Set(written.flatMap((path) => parentsOf(path)));
  return files.map(({ path, after }) => {
    if (directories.has(path) || parentsOf(path).some((parent) => places.has(parent))) return "blocked";
    const change = now.get(path);
    if (!change) return "before";
    const isAfter = after === null
      ? Number(change.newMode) === 0
      : change.newMode === after.mode && change.newObject === after.blob;
    return isAfter ? "after" : "changed";
  });
}
