import { InvalidError } from "../../../ground/kernel/errors.ts";
import { readBlobs } from "../git/content.ts";
import { foldName } from "../git/names.ts";
import { checkPath } from "../git/paths.ts";
import { symlinkProblem } from "./symlinks.ts";
import { GITLINK, listTree, SYMLINK, type TreeEntry } from "../git/trees.ts";
import type { Control } from "../git/types.ts";

/** A path in a change, with its modes; null where the side is missing. */
export interface TouchedPath {
  readonly path: string;
  readonly beforeMode: string | null;
  readonly afterMode: string | null;
}

const MODES: readonly string[] = ["100644", "100755", SYMLINK];

/**
 * Checks that a change stays inside the working tree and outside git directories: names, submodules, symbolic links, colliding
 * names, files in place of directories, and the named directory.
 *
 * @throws {InvalidError} naming the first path that is not allowed, and why
 */
export async function checkPaths(
  control: Control,
  resultTree: string,
  touched: readonly TouchedPath[],
): Promise<void> {
  checkTouched(touched, control.repository.prefix);
  const result = await listTree(control, resultTree);
  checkCollisions(touched, result);
  await checkSymlinks(control, touched, result);
}

/**
 * Checks everything that does not need the result: names, modes, conflicts between paths, and that all are below `prefix`.
 * Throws like `checkPaths`.
 */
export function checkTouched(touched: readonly TouchedPath[], prefix: string): void {
  for (const entry of touched) checkEntry(entry, prefix);
  checkNesting(touched);
  checkCollisions(touched, []);
}

function checkEntry({ path, beforeMode, afterMode }: TouchedPath, prefix: string): void {
  checkPath(path);
  if (prefix !== "" && !path.startsWith(`${prefix}/`)) {
    throw refusal(path, `it is outside ${prefix}, the run's directory`);
  }
  for (const mode of [beforeMode, afterMode]) {
    if (mode === GITLINK) throw refusal(path, "it is a submodule or a nested git repository");
    if (mode !== null && !MODES.includes(mode)) throw refusal(path, `it has the mode ${mode}`);
  }
}

function checkNesting(touched: readonly TouchedPath[]): void {
  const paths = new Set<string>();
  for (const { path } of touched) {
    if (paths.has(path)) throw refusal(path, "it appears twice");
    paths.add(path);
  }
  for (const { path } of touched) {
    const above = parentsOf(path).find((parent) => paths.has(parent));
    if (above !== undefined) throw refusal(path, `"${above}" is changed between a file and a directory`);
  }
}

/** Two names that are equal on another file system make it unclear which file a change means. */
function checkCollisions(touched: readonly TouchedPath[], result: readonly TreeEntry[]): void {
  const folded = new Map<string, string>();
  for (const { path } of touched) {
    for (const name of [path, ...parentsOf(path)]) claim(folded, name);
  }
  const seen = new Set<string>();
  for (const { path } of result) {
    for (const name of [path, ...parentsOf(path)]) {
      // All directories above a known one are known too.
      if (seen.has(name)) break;
      seen.add(name);
      const other = folded.get(foldName(name));
      if (other !== undefined && other !== name) throw collision(other, name);
    }
  }
}

function claim(folded: Map<string, string>, name: string): void {
  const other = folded.get(foldName(name));
  if (other !== undefined && other !== name) throw collision(name, other);
  folded.set(foldName(name), name);
}

async function checkSymlinks(
  control: Control,
  touched: readonly TouchedPath[],
  result: readonly TreeEntry[],
): Promise<void> {
  const made = touched.filter(({ afterMode }) => afterMode === SYMLINK);
  if (made.length === 0) return;
  const all = result.filter(({ mode }) => mode === SYMLINK);
  const targets = await readBlobs(control, all.map(({ object }) => object));
  const links = new Map(all.map(({ path }, index) => [path, targets[index] ?? new Uint8Array()]));
  for (const { path } of made) {
    const problem = symlinkProblem(path, links);
    if (problem !== null) throw refusal(path, problem);
  }
}

/** Returns every directory above a path, the nearest first. */
export function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    parents.push(path.slice(0, end));
  }
  return parents;
}

function collision(path: string, other: string): InvalidError {
  return refusal(path, `its name differs from ${JSON.stringify(other)} only in case or Unicode form`);
}

function refusal(path: string, reason: string): InvalidError {
  return new InvalidError(`The path ${JSON.stringify(path)} cannot be part of a change: ${reason}.`);
}
