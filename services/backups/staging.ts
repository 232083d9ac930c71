import { basename, dirname, join } from "node:path";

const PREFIX = ".agent-harness-backup-";

/** Where a backup is put together: beside its final place, and removed in any case. */
export type Staging = AsyncDisposable & { directory: string; database: string; archive: string };

/** The place of one backup's staging, for whoever has to remove it when its maker was ended. */
export const stagingDirectory = (path: string, id: string): string => join(dirname(path), `${PREFIX}${id}`);

/**
 * Makes the staging directory of a backup, and removes those that killed processes left beside it: the kernel has freed
 * their locks.
 */
export async function openStaging(path: string, id: string): Promise<Staging> {
  await removeLeftovers(dirname(path));
  const directory = stagingDirectory(path, id);
  await Deno.mkdir(directory, { mode: 0o700 });
  const lock = await Deno.open(join(directory, "lock"), { createNew: true, write: true });
  await lock.lock(true);
  return {
    directory,
    database: join(directory, "harness.db"),
    archive: join(directory, "archive"),
    [Symbol.asyncDispose]: async () => {
      lock.close();
      await Deno.remove(directory, { recursive: true }).catch(() => {});
    },
  };
}

/** Gives the whole archive its name. Throws when something is there. */
export async function publish({ archive }: Staging, path: string): Promise<void> {
  if (await Deno.lstat(path).then(() => true, () => false)) {
    throw new Error(`${path} was made meanwhile. Nothing was written over it.`);
  }
  await Deno.rename(archive, path);
  if (Deno.build.os === "windows") return;
  using directory = await Deno.open(dirname(path), { read: true });
  await directory.sync();
}

/** How long a directory without a lock may be one that is just being made. */
const NEWBORN_MILLISECONDS = 60_000;

async function removeLeftovers(parent: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(parent)) {
    if (!isDirectory || !basename(name).startsWith(PREFIX)) continue;
    const directory = join(parent, name);
    if (await isAbandoned(directory)) await Deno.remove(directory, { recursive: true }).catch(() => {});
  }
}

async function isAbandoned(directory: string): Promise<boolean> {
  try {
    using lock = await Deno.open(join(directory, "lock"), { read: true, write: true });
    return await lock.tryLock(true);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) return false;
    const made = await Deno.stat(directory).then(({ mtime }) => mtime?.getTime() ?? 0, () => 0);
    return Date.now() - made > NEWBORN_MILLISECONDS;
  }
}
