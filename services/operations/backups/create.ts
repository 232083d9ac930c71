import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { backupStream } from "../../../store/backups/stream.ts";
import { makeDirectory } from "../../../store/durable_file.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { VERSION } from "../../ground/kernel/version.ts";
import { requireBackup } from "./get.ts";
import { backupFileName } from "./file_name.ts";
import type { BackupRecord, CreateBackupInput } from "./schemas.ts";
import type { BackupsLive } from "./work.ts";

/** Starts a backup and returns it as recorded: running. Throws `InvalidError` while another one is in progress. */
export function createBackup(
  ctx: Ctx<BackupsLive>,
  input: CreateBackupInput,
  trigger: "operator" | "schedule" = "operator",
): BackupRecord {
  const { current } = ctx.backups;
  if (current !== null) {
    throw new InvalidError(`The backup ${current} is in progress. Request another when it has ended.`);
  }
  if (input.includeMasterKey && input.passphrase === undefined) {
    throw new InvalidError(
      "includeMasterKey is true but there is no passphrase, so the key would be stored next to the secrets that it decrypts. Give a passphrase, or leave the key out.",
    );
  }
  const id = ctx.newId("bak");
  const encrypted = input.passphrase !== undefined;
  const parent = input.after === undefined ? null : requireParent(ctx, input.after, encrypted);
  const path = placeOf(
    ctx,
    input.output ?? placeBeside(ctx, parent),
    backupFileName(ctx.now(), encrypted, parent !== null),
  );
  if (parent) requireSameDirectory(path, parent);
  const secretsIncluded = !input.excludeSecrets;
  record(ctx, backupStream, id, [
    {
      type: "backup.started",
      data: { trigger, path, encrypted, secretsIncluded, ...(parent && { after: parent.id }) },
    },
  ]);
  ctx.backups.begin(ctx, {
    id,
    storageDirectory: ctx.config.storageDirectory,
    live: true,
    path,
    passphrase: input.passphrase ?? null,
    secrets: secretsIncluded,
    masterKey: input.includeMasterKey,
    after: parent && { path: join(dirname(path), basename(parent.path)), sha256: parent.sha256 ?? null },
    createdAt: ctx.now().toISOString(),
    serviceVersion: VERSION,
  });
  return requireBackup(ctx, id);
}

/** Returns the backup that a new one continues. Throws `NotFoundError`, and `InvalidError` if it cannot be continued. */
function requireParent(ctx: Ctx<BackupsLive>, id: string, encrypted: boolean): BackupRecord {
  const parent = requireBackup(ctx, id);
  if (parent.status !== "completed") {
    throw new InvalidError(
      `The backup ${id} is ${parent.status}. Name a completed one, or create a full backup.`,
    );
  }
  if (parent.encrypted === encrypted) return parent;
  throw new InvalidError(
    parent.encrypted
      ? `The backup ${id} is encrypted, and so is the whole chain. Give its passphrase.`
      : `The backup ${id} is not encrypted, and neither is the whole chain. Create a full backup to begin an encrypted chain.`,
  );
}

/** A chain is kept in one directory; undefined if that is the configured one. */
function placeBeside({ config }: Ctx<BackupsLive>, parent: BackupRecord | null): string | undefined {
  const directory = parent && dirname(parent.path);
  return directory === null || directory === config.backups.directory ? undefined : directory;
}

function requireSameDirectory(path: string, parent: BackupRecord): void {
  const directory = dirname(parent.path);
  if (
    dirname(path) === directory || (statOrNull(directory) && Deno.realPathSync(directory) === dirname(path))
  ) return;
  throw new InvalidError(
    `output is in ${
      dirname(path)
    }, but the backup ${parent.id} is in ${directory}. A chain is kept in one directory.`,
  );
}

/** Returns where the file goes. Throws `InvalidError` if it cannot. */
function placeOf({ config }: Ctx<BackupsLive>, output: string | undefined, name: string): string {
  if (output === undefined) {
    makeBackupDirectory(config.backups.directory);
    return join(config.backups.directory, name);
  }
  if (!isAbsolute(output) || output.includes("\0")) {
    throw new InvalidError(`output must be an absolute path; it is "${output}".`);
  }
  const found = statOrNull(output);
  if (found && !found.isDirectory) throw new InvalidError(`output is "${output}", which already exists.`);
  const parent = found ? output : dirname(output);
  if (!found && !statOrNull(parent)?.isDirectory) {
    throw new InvalidError(`output is "${output}", but there is no directory ${parent}.`);
  }
  const path = join(Deno.realPathSync(parent), found ? name : basename(output));
  const inside = relative(config.storageDirectory, path);
  if (!inside.startsWith("..") && !isAbsolute(inside) && dirname(path) !== config.backups.directory) {
    throw new InvalidError(
      `output is "${output}", which is inside the service's own directory. Name another location.`,
    );
  }
  return path;
}

function makeBackupDirectory(path: string): void {
  try {
    makeDirectory(path, 0o700);
  } catch (cause) {
    throw new UnavailableError(`The backup directory ${path} cannot be created.`, { cause });
  }
}

function statOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
}
