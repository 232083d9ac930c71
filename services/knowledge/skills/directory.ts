import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { basename, isAbsolute, join, relative } from "node:path";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { checkSkillPath, tooMuch } from "./check_files.ts";
import { SKILL_LIMITS } from "./limits.ts";
import type { Intake, SkillFile } from "./pack.ts";

/** A file in the directory of a skill, not yet read. */
export type ListedFile = {
  /** Relative to the directory. */
  path: string;
  size: number;
  /** Differs after every change of the file, except for one within the resolution of its times. */
  stamp: string;
  /** When it was last changed, in milliseconds. */
  changedAt: number;
};

/** A link or a pipe may have replaced the file since it was listed. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Options for listing a directory; `onEntry` is called for each entry, also if the directory is refused later. */
export type DirectoryOptions = { signal?: AbortSignal; onEntry?: () => void };

/** Lists the files of a skill's directory without .git. Throws `InvalidError` for links, special files and too much. */
export async function listDirectory(
  directory: string,
  { signal, onEntry = () => {} }: DirectoryOptions = {},
): Promise<ListedFile[]> {
  if (!isAbsolute(directory)) throw new InvalidError(`directory: "${directory}" must be an absolute path.`);
  const files: ListedFile[] = [];
  let entries = 0;
  let bytes = 0;
  const list = async (parent: string) => {
    for (const name of await namesIn(parent)) {
      signal?.throwIfAborted();
      if (name === ".git") continue;
      const path = relative(directory, join(parent, name));
      onEntry();
      if (++entries > 2 * SKILL_LIMITS.files) throw tooMuch();
      const status = await lstat(join(parent, name), { bigint: true }).catch(() => null);
      if (status?.isDirectory()) {
        checkSkillPath(`${path}/x`);
        await list(join(parent, name));
        continue;
      }
      if (!status?.isFile()) throw notRegular(path);
      const size = Number(status.size);
      bytes += size;
      if (files.length >= SKILL_LIMITS.files || bytes > SKILL_LIMITS.bytes) throw tooMuch();
      files.push({ path, size, stamp: stampOf(path, status), changedAt: Number(status.ctimeMs) });
    }
  };
  await list(directory);
  return files;
}

/** Reads listed files. Throws `InvalidError` if one is no longer the file that was listed, or has changed. */
export async function readDirectory(
  directory: string,
  listed: readonly ListedFile[],
  signal?: AbortSignal,
): Promise<Intake> {
  const files: SkillFile[] = [];
  for (const file of listed) {
    signal?.throwIfAborted();
    files.push({ path: file.path, bytes: await readListed(directory, file) });
  }
  return { files, directory: basename(directory) || null };
}

async function readListed(directory: string, { path, size, stamp }: ListedFile): Promise<Uint8Array> {
  const file = await open(join(directory, path), READ).catch((cause) => {
    throw new InvalidError(`${path} cannot be read.`, { cause });
  });
  try {
    const status = await file.stat({ bigint: true });
    if (!status.isFile()) throw notRegular(path);
    // A link may have replaced a directory above it, and lead out of the skill: then it is another file.
    const bytes = stampOf(path, status) === stamp ? await readExactly(file, size) : null;
    if (bytes === null) throw new InvalidError(`${path} changed while it was read. Try again.`);
    return bytes;
  } finally {
    await file.close();
  }
}

/** Returns the content of a file if it still has this size; null otherwise. */
async function readExactly(file: FileHandle, size: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size + 1);
  let end = 0;
  for (let read = -1; read !== 0 && end <= size; end += read) {
    read = (await file.read(bytes, end, bytes.length - end)).bytesRead;
  }
  return end === size ? bytes.subarray(0, size) : null;
}

const stampOf = (path: string, { size, mtimeNs, ctimeNs, ino, dev }: BigIntStats): string =>
  [path, size, mtimeNs, ctimeNs, ino, dev].join();

const notRegular = (path: string): InvalidError =>
  new InvalidError(`${path} is not a regular file. A skill can only contain regular files.`);

async function namesIn(parent: string): Promise<string[]> {
  try {
    if (await isTooLong(parent)) throw tooMuch();
    return (await readdir(parent)).sort();
  } catch (cause) {
    if (cause instanceof InvalidError) throw cause;
    throw new InvalidError(
      `directory: ${parent} cannot be read. Send a directory that contains a SKILL.md.`,
      { cause },
    );
  }
}

/** Returns whether a directory's list of names is too long to read: all of it would be read at once, and sorted. */
export const isTooLong = async (directory: string): Promise<boolean> =>
  (await lstat(directory)).size > SKILL_LIMITS.directoryBytes;
