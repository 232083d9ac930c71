import { dirname, join } from "node:path";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { absolutePath } from "../../machine/repositories/repo_path.ts";
import type { DirectorySelection, SelectDirectoryInput } from "./schemas.ts";
import { homeDirectory } from "../../ground/kernel/environment.ts";

const MAX_LISTED = 1000;

/**
 * Returns the directories in a directory, so that a person can find a repository without typing its path. Throws
 * `InvalidError`.
 */
export async function selectDirectory(_: Ctx, input: SelectDirectoryInput): Promise<DirectorySelection> {
  const home = homeDirectory();
  const given = input.path ?? home ?? "/";
  const path = await realDirectory(absolutePath(given, "path"), given);
  const names: string[] = [];
  try {
    for await (const entry of Deno.readDir(path)) {
      if (!input.includeHidden && entry.name.startsWith(".")) continue;
      if (entry.isDirectory || (entry.isSymlink && await isDirectory(join(path, entry.name)))) {
        names.push(entry.name);
      }
    }
  } catch (cause) {
    throw new InvalidError(`path is "${given}", which this user may not read. Choose another directory.`, {
      cause,
    });
  }
  names.sort((a, b) => a.localeCompare(b, "en"));
  const items = await Promise.all(
    names.slice(0, MAX_LISTED).map(async (name) => {
      const child = join(path, name);
      return { id: child, name, path: child, isRepository: await isRepository(child) };
    }),
  );
  return {
    path,
    parent: dirname(path) === path ? null : dirname(path),
    home,
    isRepository: await isRepository(path),
    items,
    truncated: names.length > MAX_LISTED,
  };
}

async function realDirectory(path: string, text: string): Promise<string> {
  if (!await isDirectory(path)) {
    throw new InvalidError(`path is "${text}", which is not a directory. Choose another one.`);
  }
  return await Deno.realPath(path);
}

const isDirectory = (path: string): Promise<boolean> =>
  Deno.stat(path).then((info) => info.isDirectory, () => false);

/** A git working tree has `.git`: a directory, or a file in a linked worktree. */
const isRepository = (path: string): Promise<boolean> =>
  Deno.lstat(join(path, ".git")).then(() => true, () => false);
