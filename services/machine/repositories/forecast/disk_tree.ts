import { join } from "node:path";
import { type Standing, standingsOf } from "../apply/drift.ts";
import { headOf, pinBase } from "../clones/base.ts";
import { changedOnDisk } from "../clones/changed_on_disk.ts";
import { git, gitText } from "../git/git.ts";
import { temporaryDirectory, temporaryIndex } from "../git/temporary.ts";
import { concatenate, editIndex, editTree, type TreeEdit } from "../git/trees.ts";
import type { BundleManifest, Control } from "../git/types.ts";

/** A change, and what each of its paths holds in the working tree. */
export interface Compared {
  readonly manifest: BundleManifest;
  readonly standings: readonly Standing[];
}

/** How many other files of the working tree are considered, and how large they may be: a renamed one is found by its content. */
const MAX_OTHERS = 1_000;
const MAX_OTHER_BYTES = 1 << 20;

/**
 * Returns the tree that a rebase would start from if what is in the working tree were committed: the paths of the changes and,
 * where some of these were changed meanwhile, all others. Writes nothing there; throws what `pinBase` and `git` throw.
 */
export async function diskTree(control: Control, changes: readonly Compared[]): Promise<string> {
  const head = await headOf(control);
  if (head === null) return (await pinBase(control)).tree;
  const isUntouched = ({ manifest, standings }: Compared) =>
    manifest.baseTree === head.tree && standings.every((standing) => standing === "before");
  if (changes.every(isUntouched)) return head.tree;
  const edits = new Map<string, TreeEdit>();
  const changed = new Set<string>();
  const encoder = new TextEncoder();
  for (const { manifest, standings } of changes) {
    for (const [index, { path, before, after }] of manifest.files.entries()) {
      const standing = standings[index];
      if (standing === "changed") changed.add(path);
      if (standing !== "before" && standing !== "after") continue;
      const held = standing === "before" ? before : after;
      const object = (held ?? before ?? after)!.blob;
      edits.set(path, { mode: held?.mode ?? "0", object, rawPath: encoder.encode(path) });
    }
  }
  const isDrifted = changes.some(({ standings }) => standings.some((standing) => standing !== "before"));
  const others = isDrifted ? await othersOnDisk(control, head.commit) : [];
  const paths = [...new Set([...changed, ...others])].filter((path) => !edits.has(path));
  return await written(control, head.tree, [...edits.values()], paths);
}

async function othersOnDisk(control: Control, commit: string): Promise<string[]> {
  const { signal } = new AbortController();
  const found = await changedOnDisk(control, { commit, keepTimes: true, signal });
  const paths: string[] = [];
  for (const { path, change } of found.slice(0, MAX_OTHERS)) {
    const info = await Deno.lstat(join(control.repository.root, path)).catch(() => null);
    const isSmall = info === null ? change === "deleted" : !info.isDirectory && info.size <= MAX_OTHER_BYTES;
    if (isSmall) paths.push(path);
  }
  return paths;
}

async function written(
  control: Control,
  tree: string,
  edits: readonly TreeEdit[],
  paths: readonly string[],
): Promise<string> {
  await using directory = await temporaryDirectory(control);
  const { gitDir, repository: { root } } = control;
  const location = { gitDir, workTree: root, indexFile: temporaryIndex(directory) };
  await git(["read-tree", tree], location);
  await editIndex(location, edits);
  if (paths.length > 0) {
    const encoder = new TextEncoder();
    const stdin = concatenate(paths.flatMap((path) => [encoder.encode(path), new Uint8Array(1)]));
    await git(["update-index", "--add", "--remove", "--replace", "-z", "--stdin"], { ...location, stdin });
  }
  return await gitText(["write-tree"], location);
}

/** Trees by what they are made of, from earlier calls. */
interface KnownTrees {
  get(key: string): { readonly tree: string } | undefined;
  set(key: string, known: { readonly tree: string }): void;
}

/**
 * Returns the tree of the current files as a verification may see them: what is committed, and what applied changes have left in
 * the working tree. Other changes of a person are not in it. A directory without git is taken as it is. Throws what `pinBase`
 * and `git` throw.
 */
export async function groundTree(
  control: Control,
  applied: readonly BundleManifest[],
  known: KnownTrees,
): Promise<string> {
  const head = await headOf(control);
  if (head === null) return (await pinBase(control)).tree;
  const edits = new Map<string, Omit<TreeEdit, "rawPath">>();
  for (const manifest of applied) {
    const standings = await standingsOf(control.repository.root, manifest);
    for (const [index, { path, before, after }] of manifest.files.entries()) {
      if (standings[index] !== "after") continue;
      edits.set(path, { mode: after?.mode ?? "0", object: (after ?? before)!.blob });
    }
  }
  if (edits.size === 0) return head.tree;
  const sorted = [...edits].sort(([a], [b]) => a < b ? -1 : 1);
  const key = JSON.stringify([control.id, head.tree, sorted]);
  const found = known.get(key);
  if (found) return found.tree;
  const encoder = new TextEncoder();
  const tree = await editTree(
    control,
    head.tree,
    sorted.map(([path, edit]) => ({ ...edit, rawPath: encoder.encode(path) })),
  );
  known.set(key, { tree });
  return tree;
}
