import { join } from "node:path";
import { BackupDamagedError } from "./damaged.ts";
import { extractArchive } from "./read.ts";
import type { ArchivedFile } from "./write.ts";
import { type ArchiveManifest, archiveManifestSchema, CHANGES_FILE, MANIFEST_FILE } from "./manifest.ts";
import { DATABASE_FILE } from "../../../../store/mod.ts";

/** Where the contents of archives go. */
export type UnpackTarget = {
  into: string;
  passphrase: string | null;
  /** Returns whether a file is written; the others are only hashed. Without it, all are. */
  wants?: (name: string) => boolean;
  signal?: AbortSignal | undefined;
};

/** Unpacks one archive. The manifest is compared with the files by `takeManifest`. */
export const unpackArchive = (
  path: string,
  { into, passphrase, wants, signal }: UnpackTarget,
): Promise<ArchivedFile[]> => {
  const placeOf = (name: string) => wants?.(name) ?? true ? join(into, name) : null;
  return extractArchive(path, into, passphrase, placeOf, undefined, signal);
};

/** Compares the manifest with what was unpacked, and removes its file. Throws `BackupDamagedError`. */
export async function takeManifest(
  directory: string,
  files: readonly ArchivedFile[],
): Promise<ArchiveManifest> {
  if (files.at(-1)?.path !== MANIFEST_FILE) {
    throw new BackupDamagedError("its manifest, which is written last, is missing");
  }
  let manifest: ArchiveManifest;
  const file = join(directory, MANIFEST_FILE);
  const text = await Deno.readTextFile(file); // a disk that cannot read it damages no backup
  try {
    manifest = archiveManifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupDamagedError("this program does not support the version of its manifest", { cause });
  }
  await Deno.remove(file);
  const named = new Map(manifest.files.map((each) => [each.path, each]));
  for (const { path, size, sha256 } of files.slice(0, -1)) {
    const expected = named.get(path);
    if (!expected) throw new BackupDamagedError(`its manifest does not name ${path}`);
    if (expected.size !== size || expected.sha256 !== sha256) {
      throw new BackupDamagedError(`the content of ${path} differs from the manifest`);
    }
    named.delete(path);
  }
  const [missing] = named.keys();
  if (missing !== undefined) throw new BackupDamagedError(`${missing} is missing`);
  requireOneDatabase(manifest);
  return manifest;
}

/** An archive has either the database, or the changes of the one that it continues. */
function requireOneDatabase({ after, database, files }: ArchiveManifest): void {
  const has = (name: string) => files.some(({ path }) => path === name);
  const continues = after !== undefined && database !== undefined;
  if (has(CHANGES_FILE) !== continues || (continues && has(DATABASE_FILE))) {
    throw new BackupDamagedError("its manifest does not say which backup it continues");
  }
}
