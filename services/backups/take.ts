import { statfsSync } from "node:fs";
import { join } from "node:path";
import { ArtifactFiles } from "../../store/artifacts.ts";
import { copyDatabase } from "../../store/copy.ts";
import { DATABASE_FILE } from "../../store/mod.ts";
import { sealSnapshot, type Snapshot } from "../../store/snapshot.ts";
import { requireLongPassphrase } from "./archive/age.ts";
import { type ArchivedFile, type ArchiveWriter, writeArchive } from "./archive/write.ts";
import { type ArchiveManifest, MANIFEST_FILE } from "./manifest.ts";
import { sameFiles, secretFiles } from "./secret_files.ts";
import { openStaging, publish, type Staging } from "./staging.ts";

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

/** How often the database is copied again because artifacts or secrets were removed in between. */
const MAX_ATTEMPTS = 20;

/**
 * Takes a backup: the database first, then exactly the artifacts that it refers to, then the secrets. If a run was
 * deleted or a secret changed in between, the database is copied again. The file gets its name when it is complete.
 */
export async function takeBackup(request: BackupRequest): Promise<BackupResult> {
  const { passphrase } = request;
  if (passphrase !== null) requireLongPassphrase(passphrase);
  await using staging = await openStaging(request.path, request.id);
  requireRoom(request, staging);
  const encryption = passphrase === null ? null : { passphrase };
  const to = { path: staging.archive, encryption, at: new Date(request.createdAt) };
  const { size, sha256, filled } = await writeArchive(to, (archive) => fill(archive, request, staging));
  await publish(staging, request.path);
  return {
    size,
    sha256,
    headSequence: filled.chainHead.sequence,
    headHash: filled.chainHead.hash,
    artifacts: filled.artifacts.count,
  };
}

async function fill(
  archive: ArchiveWriter,
  request: BackupRequest,
  staging: Staging,
): Promise<ArchiveManifest> {
  const artifacts = new Map<string, ArchivedFile>();
  const { snapshot, secrets } = await consistent(archive, request, staging, artifacts);
  const files = [...artifacts.values()];
  using database = await Deno.open(staging.database, { read: true });
  files.push(await archive.file(DATABASE_FILE, database, (await database.stat()).size));
  for (const [path, content] of secrets) files.push(await archive.bytes(path, content));
  const referenced = new Set(snapshot.references.map(({ sha256 }) => sha256));
  const manifest: ArchiveManifest = {
    format: "agent-harness/backup",
    version: 1,
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
    erasedMeanwhile: [...artifacts.keys()].filter((hash) => !referenced.has(hash)),
  };
  await archive.bytes(MANIFEST_FILE, new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`));
  return manifest;
}

/** Copies until the database, the artifacts and the secrets are consistent. */
async function consistent(
  archive: ArchiveWriter,
  request: BackupRequest,
  staging: Staging,
  artifacts: Map<string, ArchivedFile>,
): Promise<{ snapshot: Snapshot; secrets: Map<string, Uint8Array> }> {
  const { storageDirectory, live, masterKey } = request;
  const store = new ArtifactFiles(join(storageDirectory, "artifacts"));
  let missing = new Set<string>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = request.secrets ? await secretFiles(storageDirectory, masterKey) : [];
    for (const suffix of ["", "-wal"]) await Deno.remove(staging.database + suffix).catch(() => {});
    await copyDatabase(join(storageDirectory, DATABASE_FILE), staging.database, live);
    const snapshot = sealSnapshot(staging.database);
    const absent = new Set<string>();
    for (const { sha256 } of snapshot.references) {
      if (artifacts.has(sha256)) continue;
      const added = await addArtifact(archive, store.path(sha256), sha256);
      if (added) artifacts.set(sha256, added);
      else if (!live || missing.has(sha256)) throw damaged(sha256, "is missing from");
      else absent.add(sha256);
    }
    missing = absent;
    if (absent.size > 0) continue;
    const secrets = await readAll(storageDirectory, before.map(({ path }) => path));
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

/** Refuses at once if not even the copy of the database can fit. */
function requireRoom({ storageDirectory }: BackupRequest, { directory }: Staging): void {
  const { size } = Deno.statSync(join(storageDirectory, DATABASE_FILE));
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize > size) return;
  const mebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`;
  throw new Error(
    `The backup needs at least ${mebibytes(size)} at its location, but only ${
      mebibytes(bavail * bsize)
    } are free.`,
  );
}
