import { dirname, isAbsolute, join, resolve } from "node:path";
import { InvalidError } from "../errors.ts";
import { isMissing, readSmallFile } from "./files.ts";
import { readTargetConfig } from "./target_config.ts";
import type { Repository } from "./types.ts";
import { requireGit } from "./version.ts";

/**
 * Finds what a path belongs to, walking up like git does but reading files only: the git working tree around
 * it, or the directory itself.
 *
 * @throws {InvalidError} when the path is not an absolute existing directory, lies in a git directory or bare
 *   repository, or belongs to a repository of an unsupported format
 * @throws {UnavailableError} when git is not installed or too old
 * @see gitrepository-layout(5)
 */
export async function locateRepository(path: string): Promise<Repository> {
  await requireGit();
  const start = await realDirectory(path);
  for (let directory = start;; directory = dirname(directory)) {
    const gitDir = await gitDirectoryOf(directory);
    if (gitDir !== null) return await describe(path, directory, gitDir);
    if (await isGitDirectory(directory)) {
      throw new InvalidError(
        `The path ${path} lies in the git directory or bare repository ${directory}; name a working tree instead.`,
      );
    }
    if (directory === dirname(directory)) break;
  }
  return {
    root: start,
    kind: "directory",
    objectFormat: "sha1",
    lineEndings: { autocrlf: "false", eol: "native" },
  };
}

async function realDirectory(path: string): Promise<string> {
  if (!isAbsolute(path) || path.includes("\0")) {
    throw new InvalidError(
      `The path "${path}" is not absolute; give the absolute path of an existing directory.`,
    );
  }
  try {
    const real = await Deno.realPath(path);
    if ((await Deno.stat(real)).isDirectory) return real;
  } catch (error) {
    if (!isMissing(error)) {
      throw new InvalidError(`The directory ${path} cannot be read; check its permissions.`, {
        cause: error,
      });
    }
  }
  throw new InvalidError(`There is no directory ${path}; give the absolute path of an existing directory.`);
}

async function gitDirectoryOf(directory: string): Promise<string | null> {
  const dotGit = join(directory, ".git");
  if (await isGitDirectory(dotGit)) return await Deno.realPath(dotGit);
  const pointer = await readSmallFile(dotGit, 1 << 16);
  if (pointer === null) return null;
  const named = /^gitdir: (.+?)[\r\n]*$/s.exec(pointer)?.[1];
  const gitDir = named === undefined ? null : resolve(directory, named);
  if (gitDir !== null && await isGitDirectory(gitDir)) return await Deno.realPath(gitDir);
  throw new InvalidError(
    `The file ${dotGit} does not name a git directory; repair the worktree or submodule.`,
  );
}

async function isGitDirectory(directory: string): Promise<boolean> {
  if (!await isKind(join(directory, "HEAD"), "isFile")) return false;
  const commonDir = await commonDirectoryOf(directory);
  return await isKind(join(commonDir, "objects"), "isDirectory") &&
    await isKind(join(commonDir, "refs"), "isDirectory");
}

async function commonDirectoryOf(gitDir: string): Promise<string> {
  const named = (await readSmallFile(join(gitDir, "commondir"), 1 << 16))?.replace(/[\r\n]+$/, "");
  return named ? resolve(gitDir, named) : gitDir;
}

async function isKind(path: string, kind: "isFile" | "isDirectory"): Promise<boolean> {
  try {
    return (await Deno.stat(path))[kind];
  } catch {
    return false;
  }
}

async function describe(path: string, root: string, gitDir: string): Promise<Repository> {
  const commonDir = await Deno.realPath(await commonDirectoryOf(gitDir));
  const { bare, workTree, objectFormat, lineEndings } = await readTargetConfig(commonDir);
  // A linked worktree shares its configuration with a main repository that may well be bare.
  if (commonDir === gitDir) {
    if (bare) {
      throw new InvalidError(`The repository at ${gitDir} is bare; name one of its working trees instead.`);
    }
    if (workTree !== null && await Deno.realPath(resolve(gitDir, workTree)).catch(() => null) !== root) {
      throw new InvalidError(
        `The repository of ${path} keeps its working tree at ${workTree} (core.worktree); name that directory instead.`,
      );
    }
  }
  return { root, kind: "git", gitDir, commonDir, objectFormat, lineEndings };
}
