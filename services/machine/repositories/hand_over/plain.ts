import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { removeTree } from "../clones/remove_tree.ts";
import { isMissing, readSmallFile, replaceFile } from "../git/files.ts";

/** Writes a regular file; a link, a directory or anything else in its place is removed. */
export async function writeOwn(path: string, text: string): Promise<void> {
  const info = await Deno.lstat(path).catch(() => null);
  if (info !== null && !info.isFile) await removeTree(path);
  if (info?.isFile && await readSmallFile(path, 1 << 25).catch(() => null) === text) return;
  await replaceFile(path, text);
}

/** Returns the entries of a directory without following links; empty if it is not one. */
export async function plainEntriesOf(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

/** Whether a regular file is at a path, not a link to one. */
export const isFile = async (path: string): Promise<boolean> => (await lstat(path))?.isFile ?? false;

/** Returns what is at a path without following a link; null for nothing. */
export async function lstat(path: string): Promise<Deno.FileInfo | null> {
  return await Deno.lstat(path).catch((cause) => {
    if (isMissing(cause)) return null;
    throw cause;
  });
}
