import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { basename, isAbsolute, join, relative } from "node:path";
import { InvalidError } from "../kernel/errors.ts";
import { checkPath, tooMuch } from "./check_files.ts";
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
export type ListOptions = { signal?: AbortSignal; onEntry?: () => void };

/** Lists the files of a skill's directory without .git. Throws `InvalidError` for links, special files and too much. */
export async function listDirectory(
  directory: string,
  { signal, onEntry = () => {} }: ListOptions = {},
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
        checkPath(`${path}/x`);
        await list(join(parent, name));
        continue;
      }
      if (!status?.isFile()) throw notRegular(path);
      const size = Number(status.size);
      bytes += size;
      if (files.length >= SKILL_LIMITS.files || bytes > SKILL_LIMITS.bytes) throw tooMuch();
      const stamp = [path, size, status.mtimeNs, status.ctimeNs, status.ino, status.dev].join();
      files.push({ path, size, stamp, changedAt: Number(status.ctimeMs) });
    }
  };
  await list(directory);
  return files;
}

/** Reads listed files. Throws `InvalidError` if one is no longer a regular file, or has grown. */
export async function readDirectory(
  directory: string,
  listed: readonly ListedFile[],
  signal?: AbortSignal,
): Promise<Intake> {
  const files: SkillFile[] = [];
  for (const { path, size } of listed) {
    signal?.throwIfAborted();
    files.push({ path, bytes: await readListed(directory, path, size) });
  }
  return { files, directory: basename(directory) || null };
}

async function readListed(directory: string, path: string, size: number): Promise<Uint8Array> {
  const file = await open(join(directory, path), READ).catch((cause) => {
    throw new InvalidError(`${path} cannot be read.`, { cause });
  });
  try {
    const status = await file.stat();
    if (!status.isFile()) throw notRegular(path);
    if (status.size > size) throw new InvalidError(`${path} changed while it was read. Try again.`);
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

const notRegular = (path: string): InvalidError =>
  new InvalidError(`${path} is not a regular file. A skill can only contain regular files.`);

async function namesIn(parent: string): Promise<string[]> {
  try {
    return (await readdir(parent)).sort();
  } catch (cause) {
    throw new InvalidError(
      `directory: ${parent} cannot be read. Send a directory that contains a SKILL.md.`,
      {
        cause,
      },
    );
  }
}
