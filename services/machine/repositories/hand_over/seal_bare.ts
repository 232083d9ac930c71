import { readBounded } from "../../../ground/kernel/bounded_file.ts";
import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { isWithin } from "../../../ground/kernel/is_within.ts";
import { removeTree } from "../clones/remove_tree.ts";
import { treeOf } from "../git/commit.ts";
import { readSmallFile } from "../git/files.ts";
import { listTree } from "../git/trees.ts";
import type { Control } from "../git/types.ts";
import { isFile, lstat, plainEntriesOf } from "./plain.ts";
import { onlyHarmless } from "./settings.ts";

/** Says whether a path of the worktree has exactly the content that it has in the base. */
type InBase = (path: string) => Promise<boolean>;

/**
 * Makes a bare repository safe whose files may belong to the patch, so only as much is changed as is necessary: settings that
 * may name a program go, and hooks are no longer executable. Returns whether anything of it is not the base's.
 */
export async function sealBare(gitDir: string, worktree: string, isOfBase: InBase): Promise<boolean> {
  let isNew = !await isOfBase(join(gitDir, "HEAD"));
  for (const place of await placesOf(gitDir, worktree)) {
    const config = join(place, "config");
    if (await lstat(config) !== null && !await isOfBase(config)) {
      await onlyHarmless(config);
      isNew = true;
    }
    if (await sealHooks(join(place, "hooks"), isOfBase)) isNew = true;
  }
  return isNew;
}

/** Returns the directories with settings and hooks: its own, and the one that its `commondir` names. */
async function placesOf(gitDir: string, worktree: string): Promise<string[]> {
  const pointer = join(gitDir, "commondir");
  if (await lstat(pointer) === null) return [gitDir];
  const named = await isFile(pointer) ? await readSmallFile(pointer).catch(() => null) : null;
  const common = named && await Deno.realPath(join(gitDir, named.trim())).catch(() => null);
  if (common && isWithin(common, worktree)) return [gitDir, common];
  await removeTree(pointer);
  return [gitDir];
}

/** Git runs only hooks that are executable. */
async function sealHooks(directory: string, isOfBase: InBase): Promise<boolean> {
  if ((await lstat(directory))?.isSymlink) {
    await removeTree(directory);
    return true;
  }
  let isNew = false;
  for (const { name } of await plainEntriesOf(directory)) {
    const hook = join(directory, name);
    if (name.endsWith(".sample") || await isOfBase(hook)) continue;
    // The mode of a link is that of its target.
    if (await isFile(hook)) await Deno.chmod(hook, 0o644);
    else await removeTree(hook);
    isNew = true;
  }
  return isNew;
}

/** A larger file counts as changed. */
const MAX_BYTES = 1 << 28;

/** Returns the comparison with the files of a commit. */
export async function inBase(control: Control, directory: string, base: string): Promise<InBase> {
  const entries = await listTree(control, await treeOf(control, base));
  const blobs = new Map(entries.map(({ path, object }) => [path, object]));
  return async (path) => {
    const blob = blobs.get(relative(directory, path));
    const file = blob === undefined ? null : await readBounded(path, MAX_BYTES);
    if (blob === undefined || file === null || "problem" in file) return false;
    const { bytes } = file;
    const hash = createHash(blob.length === 64 ? "sha256" : "sha1").update(`blob ${bytes.length}\0`);
    return hash.update(bytes).digest("hex") === blob;
  };
}
