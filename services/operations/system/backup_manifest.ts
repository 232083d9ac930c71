import { join } from "node:path";
import { type ArtifactSummary, summarizeArtifacts } from "../../../store/artifact_summary.ts";
import type { EventStore } from "../../../store/event_store.ts";
import { HEAD_FILE } from "../../../store/head_file.ts";
import { DATABASE_FILE } from "../../../store/mod.ts";
import { projectionVersions } from "../../../store/projection_versions.ts";
import { SCHEMA_VERSION } from "../../../store/schema.ts";
import { SETTINGS_FILE } from "../../sessions/models/providers/settings/settings.ts";
import { countSecrets } from "../../accounts/secrets/count.ts";
import { SIGNING_KEY_FILE } from "../capsules/signer.ts";
import { DirectorySizes } from "./directory_sizes.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { BackupManifest } from "./schemas.ts";
import { TOKEN_FILES } from "../../ground/kernel/token_file.ts";
import { VERSION } from "../../ground/kernel/version.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";

/** What was measured of each store, so that what has not changed since is not read again. */
const measuredOf = ownedBy<EventStore, { summary: ArtifactSummary | null; directories: DirectorySizes }>(
  () => ({ summary: null, directories: new DirectorySizes() }),
);

/** Directories whose files are never changed in place. */
const WRITTEN_ONCE: readonly string[] = ["artifacts", "repositories"];

/** Returns the contents of a complete copy of the storage directory, and the data to check a restored one. */
export async function backupManifest(ctx: Ctx): Promise<BackupManifest> {
  const { storageDirectory } = ctx.config;
  const known = measuredOf(ctx.store);
  const summary = await summarizeArtifacts(join(storageDirectory, DATABASE_FILE), known.summary);
  known.summary = summary;
  const { head, count, bytes, digest } = summary;
  const file = async (path: string, needed: boolean, purpose: string) => ({
    id: path,
    path,
    size:
      await (WRITTEN_ONCE.includes(path)
        ? known.directories.of(join(storageDirectory, path))
        : sizeOf(join(storageDirectory, path))),
    needed,
    purpose,
  });
  const optional = await Promise.all([
    file(SETTINGS_FILE, true, "providers, their models and budgets"),
    file("sandbox.json", true, "what commands may do"),
    file(SIGNING_KEY_FILE, false, "the key that signs capsules; backups leave it out"),
    file(TOKEN_FILES.operator, false, "the operator's token; backups leave it out"),
    file(TOKEN_FILES.agent, false, "the agent's token; backups leave it out"),
  ]);
  return {
    format: "agent-harness/backup-manifest",
    version: 1,
    createdAt: ctx.now().toISOString(),
    serviceVersion: VERSION,
    schemaVersion: SCHEMA_VERSION,
    installation: ctx.store.installation,
    storageDirectory,
    chainHead: head,
    projections: projectionVersions(ctx.store.registry),
    items: [
      ...await Promise.all([
        file(DATABASE_FILE, true, "the event log and everything folded from it"),
        file(
          `${DATABASE_FILE}-wal`,
          true,
          "what SQLite has not moved into the database yet; copy it with the database",
        ),
        file(HEAD_FILE, false, "how far the log went; compared at each start, and created if missing"),
        file("artifacts", true, "content-addressed files; each is named by its SHA-256"),
        file("secrets", true, "encrypted values of secrets; unreadable without the master key"),
        file("repositories", false, "private git repositories; created again if missing"),
        file("logs", false, "the service's own logs"),
      ]),
      ...optional.filter(({ size }) => size > 0),
    ],
    counts: { events: head.sequence, artifacts: count },
    artifacts: { count, bytes, digest },
    secrets: {
      included: false,
      detail:
        "The manifest contains no names or values of secrets. Keep the master key (secrets/master.key, or AGENT_HARNESS_MASTER_KEY) separate from the copy.",
      ...countSecrets(ctx),
    },
  };
}

/** Returns the bytes of a file, or of all files in a directory; 0 for what is missing or removed meanwhile. */
async function sizeOf(path: string): Promise<number> {
  try {
    const { isFile, isDirectory, size } = await Deno.lstat(path);
    if (!isDirectory) return isFile ? size : 0;
    let sum = 0;
    for await (const { name } of Deno.readDir(path)) sum += await sizeOf(join(path, name));
    return sum;
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return 0;
    throw cause;
  }
}
