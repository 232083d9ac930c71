import { join } from "node:path";
import { ArtifactFiles } from "../../../store/artifacts.ts";
import { copyDatabase } from "../../../store/copy.ts";
import { DATABASE_FILE } from "../../../store/mod.ts";
import { scrubFile } from "../../../store/scrub.ts";
import { type DatabaseSnapshot, sealSnapshot } from "../../../store/snapshot.ts";
import { requireLongPassphrase } from "./archive/age.ts";
import { type ArchivedFile, type ArchiveWriter, writeArchive } from "./archive/write.ts";
import { writeChanges } from "./chain/changes.ts";
import { type ParentBackup, type ParentFile, readParent } from "./chain/parent.ts";
import { type ArchiveManifest, CHANGES_FILE, MANIFEST_FILE } from "./archive/manifest.ts";
import type { BackupRecord } from "./schemas.ts";
import { isOfSecret, loginIds, sameFiles, secretFiles } from "./secret_files.ts";
import { openStaging, publish, requireRoom, type Staging } from "./staging.ts";

/** What taking a backup requires. */
export type BackupRequest = {
  id: string;
  storageDirectory: string;
  /** True if a service in this process uses the directory; otherwise the caller holds its lock. */
  live: boolean;
  /** Where the file goes; nothing may exist there. */
  path: string;
  passphrase: string | null;
  secrets: boolean;
  masterKey: boolean;
  /** The backup that this one continues, in the same directory; null for one that is restored alone. */
  after: ParentFile | null;
  createdAt: string;
  serviceVersion: string;
};

/** The result of a backup. */
export type BackupResult = {
  size: number;
  sha256: string;
  headSequence: number;
  headHash: string;
  artifacts: number;
};

/** A backup that was taken, and what a restore also needs. */
export type TakenBackup = BackupResult & Pick<BackupRecord, "chain">;

/** How often the database is copied again because artifacts or secrets were removed in between. */
const MAX_ATTEMPTS = 20;

/**
 * Takes a backup: the database first, then exactly the artifacts that it refers to, then the secrets; of one that continues
 * another, only what the whole chain, which is verified first, does not contain. If a run was
 * deleted or a secret changed in between, the database is copied again. The file gets its name when it is complete. Throws the
 * reason of an aborted signal, and leaves nothing then.
 */
export async function takeBackup(request: BackupRequest, signal?: AbortSignal): Promise<TakenBackup> {
  const { passphrase } = request;
  if (passphrase !== null) requireLongPassphrase(passphrase);
  await using staging = await openStaging(request.path, request.id);
  requireRoom(join(request.storageDirectory, DATABASE_FILE), staging, request.after === null ? 1 : 2);
  const parent = request.after && await readParent(request.after, request.path, staging.parent, passphrase);
  const encryption = passphrase === null ? null : { passphrase };
  const to = { path: staging.archive, encryption, at: new Date(request.createdAt), signal };
  const { size, sha256, filled } = await writeArchive(
    to,
    (archive) => fill(archive, request, staging, parent),
  );
  signal?.throwIfAborted();
  await publish(staging, request.path);
  return {
    size,
    sha256,
    headSequence: filled.chainHead.sequence,
    headHash: filled.chainHead.hash,
    artifacts: filled.artifacts.count,
    ...(parent && { chain: { needs: parent.needs, detail: parent.after.detail } }),
  };
}

async function fill(
  archive: ArchiveWriter,
  request: BackupRequest,
  staging: Staging,
  parent: ParentBackup | null,
): Promise<ArchiveManifest> {
  const artifacts = new Map<string, ArchivedFile>();
  const known = parent?.artifacts ?? new Set<string>();
  const { snapshot, secrets } = await consistent(archive, request, staging, { artifacts, known });
  if (parent && parent.installation !== snapshot.installation) {
    throw new Error(
      `${request.after!.path} is a backup of another installation. Create a full backup instead.`,
    );
  }
  const files = [...artifacts.values()];
  const database = parent && await writeChanges(parent.database, staging.database, staging.changes);
  using stored = await Deno.open(parent ? staging.changes : staging.database, { read: true });
  files.push(await archive.file(parent ? CHANGES_FILE : DATABASE_FILE, stored, (await stored.stat()).size));
  for (const [path, content] of secrets) files.push(await archive.bytes(path, content));
  const referenced = new Set(snapshot.references.map(({ sha256 }) => sha256));
  const manifest: ArchiveManifest = {
    format: "agent-harness/backup",
    version: parent ? 2 : 1,
    id: request.id,
    ...(parent && database && { after: parent.after, database }),
    createdAt: request.createdAt,
    serviceVersion: request.serviceVersion,
    schemaVersion: snapshot.schemaVersion,
    installation: snapshot.installation,
    chainHead: snapshot.head,
    artifacts: {
      count: referenced.size,
      bytes: snapshot.references.reduce((sum, { size }) => sum + size, 0),
    },
    secrets: {
      included: request.secrets,
      files: secrets.size,
      masterKeyIncluded: request.masterKey && request.secrets,
    },
    files,
    erasedMeanwhile: [...known, ...artifacts.keys()].filter((hash) => !referenced.has(hash)),
  };
  await archive.bytes(MANIFEST_FILE, new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`));
  return manifest;
}

/** Copies until the database, the artifacts and the secrets are consistent. */
async function consistent(
  archive: ArchiveWriter,
  request: BackupRequest,
  staging: Staging,
  { artifacts, known }: { artifacts: Map<string, ArchivedFile>; known: ReadonlySet<string> },
): Promise<{ snapshot: DatabaseSnapshot; secrets: Map<string, Uint8Array> }> {
  const { storageDirectory, live, masterKey } = request;
  const store = new ArtifactFiles(join(storageDirectory, "artifacts"));
  let missing = new Set<string>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = request.secrets ? await secretFiles(storageDirectory, masterKey) : [];
    for (const suffix of ["", "-wal"]) await Deno.remove(staging.database + suffix).catch(() => {});
    await copyDatabase(join(storageDirectory, DATABASE_FILE), staging.database, live);
    const snapshot = sealSnapshot(staging.database, loginIds);
    scrubFile(staging.database);
    const absent = new Set<string>();
    for (const { sha256 } of snapshot.references) {
      if (artifacts.has(sha256) || known.has(sha256)) continue;
      const added = await addArtifact(archive, store.path(sha256), sha256);
      if (added) artifacts.set(sha256, added);
      else if (!live || missing.has(sha256)) throw damaged(sha256, "is missing from");
      else absent.add(sha256);
    }
    missing = absent;
    if (absent.size > 0) continue;
    const copied = before.map(({ path }) => path).filter((path) => !isOfSecret(path, snapshot.read));
    const secrets = await readAll(storageDirectory, copied);
    const after = request.secrets ? await secretFiles(storageDirectory, masterKey) : [];
    if (secrets && sameFiles(before, after)) return { snapshot, secrets };
  }
  throw new Error(
    "Runs were deleted, or secrets changed, faster than they could be copied. Try again later.",
  );
}

/** Adds an artifact; null if it is missing. Throws if its content does not match its hash. */
async function addArtifact(archive: ArchiveWriter, file: string, hash: string): Promise<ArchivedFile | null> {
  let opened: Deno.FsFile;
  try {
    opened = await Deno.open(file, { read: true });
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return null;
    throw cause;
  }
  using artifact = opened;
  const path = `artifacts/${hash.slice(0, 2)}/${hash}`;
  const added = await archive.file(path, artifact, (await artifact.stat()).size);
  if (added.sha256 !== hash) throw damaged(hash, "was changed in");
  return added;
}

const damaged = (hash: string, how: string) =>
  new Error(
    `The artifact ${hash} ${how} the storage directory, so the backup would be incomplete. Run \`agent-harness doctor\`.`,
  );

/** Returns the content of the files; null if one was removed. */
async function readAll(storage: string, paths: readonly string[]): Promise<Map<string, Uint8Array> | null> {
  try {
    const contents = new Map<string, Uint8Array>();
    for (const path of paths) contents.set(path, await Deno.readFile(join(storage, path)));
    return contents;
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return null;
    throw cause;
  }
}
