import { Recent } from "../../../../store/recent.ts";
import { git, gitText } from "./git.ts";
import { temporaryDirectory, temporaryIndex } from "./temporary.ts";
import type { Control } from "./types.ts";

/** The mode of a submodule entry. */
export const GITLINK = "160000";

/** The mode of a symbolic link. */
export const SYMLINK = "120000";

/** One path of a tree. Its bytes may not be UTF-8: `path` is for matching, `rawPath` is exact. */
export interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
  readonly rawPath: Uint8Array;
}

/** One path that differs between two trees; a missing side has the mode "000000". */
export interface TreeChange {
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldObject: string;
  readonly newObject: string;
  readonly rawPath: Uint8Array;
}

/** A path to set in a tree, or to remove with the mode "0". */
export interface TreeEdit {
  readonly mode: string;
  readonly object: string;
  readonly rawPath: Uint8Array;
}

/** The content of an id never changes, so it is cached; trees with more paths than this are not. */
const MAX_KEPT_PATHS = 10_000;
const listings = new Recent<readonly TreeEntry[]>(1_000, 5 * MAX_KEPT_PATHS);

/** Lists every file, link and submodule of a tree by its id, which is the same for all commits with it; throws what `git` throws. */
export async function listTree(control: Control, tree: string): Promise<readonly TreeEntry[]> {
  const key = `${control.gitDir} ${tree}`;
  const kept = listings.get(key);
  if (kept !== undefined) return kept;
  const output = await git(["ls-tree", "-r", "-z", "--full-tree", tree], { gitDir: control.gitDir });
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const entries = splitNul(output).map((record): TreeEntry => {
    const tab = record.indexOf(9);
    const [mode = "", , object = ""] = decoder.decode(record.subarray(0, tab)).split(" ");
    const rawPath = record.subarray(tab + 1);
    return { mode, object, path: decoder.decode(rawPath), rawPath };
  });
  if (entries.length <= MAX_KEPT_PATHS) listings.set(key, entries, entries.length);
  return entries;
}

/** Lists the paths that differ between two trees, without rename detection; throws what `git` throws. */
export async function diffTrees(control: Control, from: string, to: string): Promise<TreeChange[]> {
  if (from === to) return [];
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--ignore-submodules=none"];
  const fields = splitNul(await git([...args, from, to], { gitDir: control.gitDir }));
  const changes: TreeChange[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [oldMode = "", newMode = "", oldObject = "", newObject = ""] = new TextDecoder()
      .decode(fields[index]).slice(1).split(" ");
    changes.push({ oldMode, newMode, oldObject, newObject, rawPath: fields[index + 1] ?? new Uint8Array() });
  }
  return changes;
}

/** Returns the tree with some paths set or removed; throws what `git` throws. */
export async function editTree(control: Control, tree: string, edits: readonly TreeEdit[]): Promise<string> {
  await using directory = await temporaryDirectory(control);
  const location = { gitDir: control.gitDir, indexFile: temporaryIndex(directory) };
  await git(["read-tree", tree], location);
  await editIndex(location, edits);
  return await gitText(["write-tree"], location);
}

/** Sets or removes paths in an index; throws what `git` throws. */
export async function editIndex(
  location: { readonly gitDir: string; readonly indexFile: string },
  edits: readonly TreeEdit[],
): Promise<void> {
  if (edits.length === 0) return;
  const removed = edits.filter(({ mode }) => Number(mode) === 0);
  const set = edits.filter(({ mode }) => Number(mode) !== 0);
  // Removals first, so that a file can replace a directory.
  const lines = [...removed, ...set].flatMap(({ mode, object, rawPath }) => [
    new TextEncoder().encode(`${mode} ${object}\t`),
    rawPath,
    new Uint8Array(1),
  ]);
  await git(["update-index", "--replace", "-z", "--index-info"], { ...location, stdin: concatenate(lines) });
}

/** Joins byte strings. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Splits git's output of `-z`; the last NUL ends a record and starts none. */
export function splitNul(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(0, start);
    const end = found === -1 ? bytes.length : found;
    parts.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return parts;
}
