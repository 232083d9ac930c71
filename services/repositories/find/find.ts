import { dirname, isAbsolute, relative } from "node:path";
import { InvalidError } from "../../kernel/errors.ts";
import { isMissing } from "../files.ts";
import { gitDirectoriesOf, isGitDirectory } from "./find_git.ts";
import { objectStoresOf } from "./object_stores.ts";
import { privacyProblem, requireProjectDirectory } from "./protected_places.ts";
import type { Place } from "../types.ts";

/**
 * Finds what a path belongs to, walking up like git does but reading files only: the git working tree around it, or the
 * directory itself. Writes nothing.
 *
 * @throws {InvalidError} when the path is not an absolute existing directory, is one that no run may work in, lies in a git
 *   directory or bare repository, or belongs to a repository whose `.git` or objects lead where they must not
 * @see gitrepository-layout(5)
 */
export function findPlace(path: string, storageDirectory: string): Place {
  const start = realDirectory(path);
  requireProjectDirectory(start, path, storageDirectory);
  for (let directory = start;; directory = dirname(directory)) {
    const git = gitDirectoriesOf(directory);
    if (git !== null) {
      if (directory !== start) {
        requireProjectDirectory(directory, `The repository of ${path}, ${directory},`, storageDirectory);
      }
      for (const place of Object.values(git)) requireShareable(path, place, storageDirectory);
      const objectStores = objectStoresOf(git.commonDir, storageDirectory);
      return { root: directory, prefix: relative(directory, start), kind: "git", ...git, objectStores };
    }
    if (isGitDirectory(directory)) {
      throw new InvalidError(
        `The path ${path} is in the git directory or bare repository ${directory}. Name a working tree instead.`,
      );
    }
    if (directory === dirname(directory)) break;
  }
  return { root: start, prefix: "", kind: "directory", objectStores: [] };
}

function requireShareable(path: string, gitDirectory: string, storageDirectory: string): void {
  const problem = privacyProblem(gitDirectory, storageDirectory);
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
