import { basename, dirname, join } from "node:path";
import { DATABASE_FILE } from "../../../../store/mod.ts";
import { hashOfFile } from "../archive/bytes.ts";
import { BackupDamagedError, ChainBrokenError, PassphraseError } from "../archive/damaged.ts";
import { isEncrypted } from "../archive/read.ts";
import type { ArchiveManifest } from "../archive/manifest.ts";
import { takeManifest, unpackArchive } from "../archive/unpack.ts";
import { requireUnchanged, unpackOlder } from "./older.ts";
import { chainDetail } from "./sentences.ts";

/** The backup that a new one continues, verified: what does not have to be packed again. */
export type ParentBackup = {
  after: NonNullable<ArchiveManifest["after"]>;
  installation: string;
  /** The ids of its chain, oldest first. */
  needs: string[];
  /** Its database, as a file. */
  database: string;
  /** The artifacts of its whole chain. */
  artifacts: ReadonlySet<string>;
};

/** Which backup a new one continues; `sha256` is null if it is not recorded. */
export type ParentFile = { path: string; sha256: string | null };

/**
 * Verifies the whole chain that a new backup at `to` is to continue: each archive is there, unchanged and readable. Its
 * database goes into `into`. Throws `ChainBrokenError` with a sentence that names the file which is not.
 */
export async function readParent(
  { path, sha256 }: ParentFile,
  to: string,
  into: string,
  passphrase: string | null,
): Promise<ParentBackup> {
  try {
    if (dirname(path) !== dirname(to)) throw new ChainBrokenError(path, "is in another directory");
    if (sha256 !== null) await requireUnchanged(path, sha256);
    await requireSameSecrecy(path, passphrase);
    return await read(path, into, passphrase);
  } catch (cause) {
    if (cause instanceof ChainBrokenError) throw refusal(cause.file, cause.fault, cause);
    if (cause instanceof BackupDamagedError) throw refusal(path, `cannot be used: ${cause.message}`, cause);
    if (cause instanceof PassphraseError) throw refusal(path, "does not open with this passphrase", cause);
    if (cause instanceof Deno.errors.NotFound) throw refusal(path, "is missing", cause);
    throw cause;
  }
}

async function read(path: string, into: string, passphrase: string | null): Promise<ParentBackup> {
  const target = { into, passphrase, wants: (name: string) => !/^(?:artifacts|secrets)\//.test(name) };
  const files = await unpackArchive(path, target);
  const manifest = await takeManifest(into, files);
  if (manifest.id === undefined) {
    throw new ChainBrokenError(path, "was created by an earlier version, which did not give backups an id");
  }
  const older = await unpackOlder(path, manifest, target);
  const all = [{ files }, ...older].flatMap((each) => each.files);
  const intact = all.filter((file) =>
    file.path.startsWith("artifacts/") && basename(file.path) === file.sha256
  );
  return {
    after: {
      id: manifest.id,
      file: basename(path),
      sha256: await hashOfFile(path),
      detail: chainDetail(older.length + 1),
    },
    installation: manifest.installation,
    needs: [manifest, ...older.map((each) => each.manifest)].map(({ id }) => id ?? "").toReversed(),
    database: join(into, DATABASE_FILE),
    artifacts: new Set(intact.map((file) => file.sha256)),
  };
}

/** A chain is encrypted as a whole, or not at all: otherwise encrypting one backup would protect little. */
async function requireSameSecrecy(path: string, passphrase: string | null): Promise<void> {
  const encrypted = await isEncrypted(path);
  if (encrypted === (passphrase !== null)) return;
  throw new ChainBrokenError(
    path,
    encrypted ? "is encrypted, and the new backup is not" : "is not encrypted",
  );
}

const refusal = (file: string, fault: string, cause: unknown) =>
  new ChainBrokenError(file, fault, {
    cause,
    message: `The chain cannot be continued, because ${file} ${fault}. Create a full backup instead.`,
  });
