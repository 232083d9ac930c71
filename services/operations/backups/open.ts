import { counted } from "../../ground/kernel/words.ts";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { ArtifactFiles } from "../../../store/artifacts.ts";
import { copyDatabase, whyNotCopied } from "../../../store/copy.ts";
import { Database } from "../../../store/database.ts";
import { EventStore } from "../../../store/event_store.ts";
import { DATABASE_FILE, registry } from "../../../store/mod.ts";
import { type CandidateCheck, verifyCopy } from "../../../store/verify_copy.ts";
import { BackupDamagedError } from "./archive/damaged.ts";
import { unpackOlder } from "./chain/older.ts";
import type { ArchiveManifest } from "./archive/manifest.ts";
import { SECRETS_DIRECTORY } from "./secret_files.ts";
import { takeManifest, unpackArchive } from "./archive/unpack.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** An unpacked backup: its manifest, and the checks. */
type OpenedBackup = { manifest: ArchiveManifest | null; checks: CandidateCheck[] };

/**
 * Unpacks a backup into an empty directory and checks all of it: the archive's seal, the manifest, the older backups that
 * it continues and, by starting the store on a copy, chain, artifacts and documents. Throws `PassphraseError`, and the
 * reason of an aborted signal.
 */
export async function openBackup(
  path: string,
  into: string,
  passphrase: string | null,
  signal?: AbortSignal,
): Promise<OpenedBackup> {
  const checks: CandidateCheck[] = [];
  const passed = (name: string, detail: string) => void checks.push({ name, ok: true, detail });
  let next = "archive";
  let manifest: ArchiveManifest;
  try {
    const files = await unpackArchive(path, { into, passphrase, signal });
    passed(next, `${counted(files.length, "file")}. The seal matches every byte.`);
    next = "manifest";
    manifest = await takeManifest(into, files);
    passed(next, "Every file has the expected size and hash.");
    next = "older";
    const gone = new Set(manifest.erasedMeanwhile);
    const wants = (name: string) =>
      name.startsWith("artifacts/")
        ? !gone.has(basename(name)) && !existsSync(join(into, name))
        : !name.startsWith(`${SECRETS_DIRECTORY}/`);
    const target = { into, passphrase, wants, signal };
    const older = manifest.after ? await unpackOlder(path, manifest, target) : [];
    if (older.length > 0) {
      passed(next, `The chain is complete. ${manifest.after!.detail}`);
    }
  } catch (cause) {
    if (!(cause instanceof BackupDamagedError)) throw cause;
    checks.push({ name: next, ok: false, detail: `The backup cannot be used: ${cause.message}.` });
    return { manifest: null, checks };
  }
  removeErased(into, manifest);
  checks.push(...await checkStorage(into, manifest, signal));
  return { manifest, checks };
}

/** What was erased while the backup was made must not come back. */
function removeErased(directory: string, { erasedMeanwhile }: ArchiveManifest): void {
  const artifacts = new ArtifactFiles(join(directory, "artifacts"));
  for (const hash of erasedMeanwhile) artifacts.remove(hash);
}

/** Checks a storage directory. Only a copy of the database is written to. Throws if the signal is aborted. */
export async function checkStorage(
  directory: string,
  manifest: ArchiveManifest | null,
  signal?: AbortSignal,
): Promise<CandidateCheck[]> {
  const scratch = await Deno.makeTempDir({ prefix: "agent-harness-verify-" });
  try {
    const copy = join(scratch, DATABASE_FILE);
    await copyDatabase(join(directory, DATABASE_FILE), copy, false);
    const checks = await verifyCopy(copy, directory, null, { signal });
    if (checks.every(({ ok }) => ok)) checks.push(start(copy, manifest));
    return checks;
  } catch (cause) {
    signal?.throwIfAborted();
    return [{
      name: "files",
      ok: false,
      detail: whyNotCopied(DATABASE_FILE, cause),
    }];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** Starts the store as a service would, and compares its head with the manifest's. */
function start(file: string, manifest: ArchiveManifest | null): CandidateCheck {
  const name = "start";
  const database = new Database(file);
  try {
    const { chainHead, installation } = new EventStore(database, registry);
    if (manifest && (chainHead.hash !== manifest.chainHead.hash || installation !== manifest.installation)) {
      return { name, ok: false, detail: "The database is not the one that the manifest describes." };
    }
    return { name, ok: true, detail: `The store starts at entry ${chainHead.seq}.` };
  } catch (cause) {
    return { name, ok: false, detail: `The store does not start: ${messageOf(cause)}` };
  } finally {
    database.close();
  }
}
