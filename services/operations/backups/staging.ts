import { statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { sync } from "../../../store/durable_file.ts";

const PREFIX = ".agent-harness-backup-";
const LOCK = ".lock";

/** Where a backup is assembled: next to its final place, and always removed. */
export type Staging = AsyncDisposable & {
  directory: string;
  database: string;
  archive: string;
  parent: string;
  changes: string;
};

const directoryOf = (path: string, id: string): string => join(dirname(path), `${PREFIX}${id}`);

/**
 * Creates the staging directory of a backup, and removes those that killed processes left next to it. Each has a lock
 * file, created before it and removed after it: one without a lock, or with one that the kernel freed, is abandoned.
 */
export async function openStaging(path: string, id: string): Promise<Staging> {
  await removeLeftovers(dirname(path));
  const directory = directoryOf(path, id);
  const lock = await lockFile(`${directory}${LOCK}`);
  const parent = join(directory, "parent");
  for (const each of [directory, parent]) await Deno.mkdir(each, { mode: 0o700 });
  return {
    directory,
    database: join(directory, "harness.db"),
    archive: join(directory, "archive"),
    parent,
    changes: join(directory, "changes"),
    [Symbol.asyncDispose]: async () => {
      await removeStaging(path, id);
      lock.close();
    },
  };
}

/** Removes the files of a backup whose maker has ended. */
export async function removeStaging(path: string, id: string): Promise<void> {
  const directory = directoryOf(path, id);
  await Deno.remove(directory, { recursive: true }).catch(() => {});
  await Deno.remove(`${directory}${LOCK}`).catch(() => {});
}

/** Renames the complete archive to its final name. Throws if that exists. */
export async function publish({ archive }: Staging, path: string): Promise<void> {
  if (await Deno.lstat(path).then(() => true, () => false)) {
    throw new Error(`${path} was created in the meantime. It was not overwritten.`);
  }
  await Deno.rename(archive, path);
  await sync(dirname(path));
}

/** Creates and locks a file. If another process considered it abandoned in between, creates it again. */
async function lockFile(path: string): Promise<Deno.FsFile> {
  for (;;) {
    const file = await Deno.open(path, { create: true, write: true });
    await file.lock(true);
    const there = await Deno.stat(path).catch(() => null);
    if (there && there.ino === (await file.stat()).ino) return file;
    file.close();
  }
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const { name } of await Array.fromAsync(Deno.readDir(parent))) {
    if (!name.startsWith(PREFIX)) continue;
    const id = name.slice(PREFIX.length).replace(/\.lock$/, "");
    const path = join(parent, "backup");
    let lock: Deno.FsFile | null = null;
    try {
      lock = await Deno.open(`${directoryOf(path, id)}${LOCK}`, { read: true, write: true });
      if (await lock.tryLock(true)) await removeStaging(path, id);
    } catch (cause) {
      if (cause instanceof Deno.errors.NotFound) await removeStaging(path, id);
    } finally {
      lock?.close();
    }
  }
}

/** Refuses at once if not even so many copies of the database can fit. */
export function requireRoom(database: string, { directory }: Staging, copies: number): void {
  const size = copies * Deno.statSync(database).size;
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize > size) return;
  const mebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`;
  throw new Error(
    `The backup needs at least ${mebibytes(size)} at its location, but only ${
      mebibytes(bavail * bsize)
    } are free.`,
  );
}
