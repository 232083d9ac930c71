import { dirname, join } from "node:path";
import { DATABASE_FILE } from "../../../../store/mod.ts";
import { hashOfFile } from "../archive/bytes.ts";
import { BackupDamagedError, ChainBrokenError } from "../archive/damaged.ts";
import type { ArchivedFile } from "../archive/write.ts";
import { type ArchiveManifest, CHANGES_FILE } from "../archive/manifest.ts";
import { takeManifest, unpackArchive, type UnpackTarget } from "../archive/unpack.ts";
import { applyChanges } from "./changes.ts";

/** An unpacked archive. */
type UnpackedArchive = { files: readonly ArchivedFile[]; manifest: ArchiveManifest };

/** Where the changes of the database wait until those of all older backups are there. */
const WAITING = ".changes";

/**
 * Unpacks the older backups that an unpacked one continues, newest first, and puts its database together from them. Each
 * must be the one whose hash the next names. Throws `ChainBrokenError` and `PassphraseError`.
 */
export async function unpackOlder(
  path: string,
  newest: ArchiveManifest,
  target: UnpackTarget,
): Promise<UnpackedArchive[]> {
  const older: UnpackedArchive[] = [];
  const waiting = join(target.into, WAITING);
  await Deno.mkdir(waiting, { mode: 0o700 });
  const sizes: number[] = [];
  for (let manifest = newest; manifest.after && manifest.database;) {
    await Deno.rename(join(target.into, CHANGES_FILE), join(waiting, `${sizes.length}`));
    sizes.push(manifest.database.size);
    const next = await unpackExpected(join(dirname(path), manifest.after.file), manifest.after, target);
    older.push(next);
    manifest = next.manifest;
  }
  const database = join(target.into, DATABASE_FILE);
  for (const [number, size] of [...sizes.entries()].toReversed()) {
    target.signal?.throwIfAborted();
    await applyChanges(database, join(waiting, `${number}`), size);
  }
  await Deno.remove(waiting, { recursive: true });
  if (newest.database && await hashOfFile(database) !== newest.database.sha256) {
    throw new BackupDamagedError("the database that its chain results in differs from its manifest");
  }
  return older;
}

/** Unpacks the backup that a later one names. Throws `ChainBrokenError` if it is not that one. */
async function unpackExpected(
  file: string,
  { id, sha256 }: { id: string; sha256: string },
  target: UnpackTarget,
): Promise<UnpackedArchive> {
  await requireUnchanged(file, sha256);
  try {
    const files = await unpackArchive(file, target);
    const manifest = await takeManifest(target.into, files);
    if (manifest.id === id) return { files, manifest };
  } catch (cause) {
    if (!(cause instanceof BackupDamagedError)) throw cause;
    throw new ChainBrokenError(file, `cannot be used: ${cause.message}`, { cause });
  }
  throw new ChainBrokenError(file, "is another backup");
}

/** Throws `ChainBrokenError` unless the file is there with that hash. */
export async function requireUnchanged(file: string, sha256: string): Promise<void> {
  const found = await hashOfFile(file).catch((cause) => {
    if (cause instanceof Deno.errors.NotFound) throw new ChainBrokenError(file, "is missing", { cause });
    throw cause;
  });
  if (found !== sha256) throw new ChainBrokenError(file, "was changed or is incomplete");
}
