import { counted } from "../kernel/words.ts";
import { join } from "node:path";
import { ArtifactFiles } from "../../store/artifacts.ts";
import { copyDatabase } from "../../store/copy.ts";
import { Database } from "../../store/database.ts";
import { EventStore } from "../../store/event_store.ts";
import { DATABASE_FILE, registry } from "../../store/mod.ts";
import { type Check, verifyCopy } from "../../store/verify_copy.ts";
import { BackupDamagedError } from "./archive/damaged.ts";
import { extractArchive } from "./archive/read.ts";
import type { ArchivedFile } from "./archive/write.ts";
import { type ArchiveManifest, archiveManifestSchema, MANIFEST_FILE } from "./manifest.ts";

/** An unpacked backup: its manifest, and the checks. */
export type OpenedBackup = { manifest: ArchiveManifest | null; checks: Check[] };

/**
 * Unpacks a backup into an empty directory and checks all of it: the archive's seal, the manifest and, by starting the
 * store on a copy, chain, artifacts and documents. Throws `PassphraseError`.
 */
export async function openBackup(
  path: string,
  into: string,
  passphrase: string | null,
): Promise<OpenedBackup> {
  const checks: Check[] = [];
  let manifest: ArchiveManifest | null = null;
  try {
    const files = await extractArchive(path, into, passphrase);
    checks.push({
      name: "archive",
      ok: true,
      detail: `${counted(files.length, "file")}. The seal matches every byte.`,
    });
    manifest = await readManifest(into, files);
    checks.push({ name: "manifest", ok: true, detail: "Every file has the expected size and hash." });
  } catch (cause) {
    if (!(cause instanceof BackupDamagedError)) throw cause;
    const name = checks.length === 0 ? "archive" : "manifest";
    checks.push({ name, ok: false, detail: `The backup cannot be used: ${cause.message}.` });
    return { manifest: null, checks };
  }
  await removeErased(into, manifest);
  checks.push(...await checkStorage(into, manifest));
  return { manifest, checks };
}

async function readManifest(directory: string, files: readonly ArchivedFile[]): Promise<ArchiveManifest> {
  if (files.at(-1)?.path !== MANIFEST_FILE) {
    throw new BackupDamagedError("its manifest, which is written last, is missing");
  }
  let manifest: ArchiveManifest;
  const file = join(directory, MANIFEST_FILE);
  try {
    manifest = archiveManifestSchema.parse(JSON.parse(await Deno.readTextFile(file)));
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
  return manifest;
}

/** What was erased while the backup was made must not come back. */
async function removeErased(directory: string, { erasedMeanwhile }: ArchiveManifest): Promise<void> {
  const artifacts = new ArtifactFiles(join(directory, "artifacts"));
  for (const hash of erasedMeanwhile) await artifacts.remove(hash);
}

/** Checks a storage directory. Only a copy of the database is written to. */
export async function checkStorage(directory: string, manifest: ArchiveManifest | null): Promise<Check[]> {
  const scratch = await Deno.makeTempDir({ prefix: "agent-harness-verify-" });
  try {
    const copy = join(scratch, DATABASE_FILE);
    await copyDatabase(join(directory, DATABASE_FILE), copy, false);
    const checks = await verifyCopy(copy, directory);
    if (checks.every(({ ok }) => ok)) checks.push(start(copy, manifest));
    return checks;
  } catch (cause) {
    return [{
      name: "files",
      ok: false,
      detail: `${DATABASE_FILE} cannot be read: ${(cause as Error).message}`,
    }];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** Starts the store as a service would, and compares its head with the manifest's. */
function start(file: string, manifest: ArchiveManifest | null): Check {
  const name = "start";
  const database = new Database(file);
  try {
    const { chainHead, installation } = new EventStore(database, registry);
    if (manifest && (chainHead.hash !== manifest.chainHead.hash || installation !== manifest.installation)) {
      return { name, ok: false, detail: "The database is not the one that the manifest describes." };
    }
    return { name, ok: true, detail: `The store starts at entry ${chainHead.seq}.` };
  } catch (cause) {
    return { name, ok: false, detail: `The store does not start: ${(cause as Error).message}` };
  } finally {
    database.close();
  }
}
