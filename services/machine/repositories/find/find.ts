import { dirname, isAbsolute, relative } from "node:path";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { isWithin } from "../../../ground/kernel/is_within.ts";
import { isMissing } from "../git/files.ts";
import { type GitDirectories, gitDirectoriesOf, isGitDirectory } from "./find_git.ts";
import { type Alternate, objectStoresOf, requireObjects } from "../git/object_stores.ts";
import {
  knownPlaces,
  privacyProblem,
  type ProtectedPlaces,
  requireProjectDirectory,
  resolvePlaces,
} from "../git/protected_places.ts";
import type { WorkDirectory } from "../git/types.ts";

/** The git working tree around a path, or the directory itself. */
type Tree = { readonly root: string; readonly prefix: string; readonly git: GitDirectories | null };

/**
 * Finds what a path belongs to, walking up like git does but reading files only: the git working tree around it, or the
 * directory itself. Writes nothing.
 *
 * @throws {InvalidError} when the path is not an absolute existing directory, is one that no run may work in, lies in a git
 *   directory or bare repository, or belongs to a repository whose `.git` or objects lead where they must not
 * @see gitrepository-layout(5)
 */
export function findWorkDirectory(path: string, storageDirectory: string): WorkDirectory {
  const places = resolvePlaces(storageDirectory);
  const { root, prefix, git } = findTree(path, places);
  if (git === null) return { root, prefix, kind: "directory", objectStores: [], alternates: [] };
  const { objectStores, alternates } = objectStoresOf(git.commonDir, places);
  const isInside = ({ real }: Alternate) => isWithin(real, root) || isWithin(real, git.commonDir);
  return {
    root,
    prefix,
    kind: "git",
    ...git,
    objectStores,
    alternates: alternates.filter((each) => !isInside(each)),
  };
}

/**
 * Checks a path at little cost, for a first answer: throws what `findWorkDirectory` throws, but does not look at every
 * directory of the object store, and may know the protected places of a second ago. What starts work calls
 * `findWorkDirectory`.
 */
export function requirePlace(path: string, storageDirectory: string): void {
  const { places, allowed, thisTurn } = knownPlaces(storageDirectory);
  if (thisTurn.has(path)) return;
  const mark = markOf(path);
  if (mark === null || allowed.get(path) !== mark) {
    const { git } = findTree(path, places);
    const alone = git === null || requireObjects(git.commonDir, places);
    if (mark === null || !alone) return;
    allowed.set(path, mark);
  }
  thisTurn.add(path);
  setImmediate(() => thisTurn.clear());
}

/** The directories of a repository whose entries decide whether it is allowed. */
const DECIDING = ["", "/.git", "/.git/objects", "/.git/objects/info"];

/** Returns a text that changes with the repository at a path; null if the path is no repository's own directory. */
function markOf(path: string): string | null {
  try {
    const real = Deno.realPathSync(path);
    const marks = DECIDING.map((name) => {
      const { isDirectory, dev, ino, mtime } = Deno.lstatSync(real + name);
      return isDirectory ? `${dev}:${ino}:${mtime?.getTime()}` : null;
    });
    return marks.includes(null) ? null : [real, ...marks].join(" ");
  } catch {
    return null; // something is missing: the full look says what
  }
}

function findTree(path: string, places: ProtectedPlaces): Tree {
  const start = realDirectory(path);
  requireProjectDirectory(start, path, places);
  for (let directory = start;; directory = dirname(directory)) {
    const git = gitDirectoriesOf(directory);
    if (git !== null) {
      if (directory !== start) {
        requireProjectDirectory(directory, `The repository of ${path}, ${directory},`, places);
      }
      for (const place of new Set(Object.values(git))) requireShareable(path, place, places);
      return { root: directory, prefix: relative(directory, start), git };
    }
    if (isGitDirectory(directory)) {
      throw new InvalidError(
        `The path ${path} is in the git directory or bare repository ${directory}. Name a working tree instead.`,
      );
    }
    if (directory === dirname(directory)) return { root: start, prefix: "", git: null };
  }
}

function requireShareable(path: string, gitDirectory: string, places: ProtectedPlaces): void {
  const problem = privacyProblem(gitDirectory, places);
  if (problem === null) return;
  throw new InvalidError(
    `The repository of ${path} keeps its git directory at ${gitDirectory}, which ${problem}.`,
  );
}

function realDirectory(path: string): string {
  if (!isAbsolute(path) || path.includes("\0")) {
    throw new InvalidError(
      `The path "${path}" is not absolute. Give the absolute path of an existing directory.`,
    );
  }
  try {
    const real = Deno.realPathSync(path);
    if (Deno.statSync(real).isDirectory) return real;
  } catch (error) {
    if (!isMissing(error)) {
      throw new InvalidError(`The directory ${path} cannot be read. Check its permissions.`, {
        cause: error,
      });
    }
  }
  throw new InvalidError(`There is no directory ${path}. Give the absolute path of an existing directory.`);
}
