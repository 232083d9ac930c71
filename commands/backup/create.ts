import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { BackupRecord } from "../../services/operations/backups/schemas.ts";
import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import { connect, type ServiceOptions } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { fileOf, idOf } from "./after.ts";
import { followBackup } from "./follow.ts";
import { NO_PASSPHRASE, type PassphraseOptions, readPassphrase } from "./passphrase.ts";
import { sizeOf } from "./size.ts";
import { backupDirectoryOf, storageOf } from "./storage.ts";
import { LOCAL } from "../local.later.ts";
import { untilInterrupted } from "../service/stream.ts";

/** The flags of `backup create`. */
export type CreateOptions = ServiceOptions & PassphraseOptions & {
  output?: string;
  storage?: string;
  excludeSecrets?: boolean;
  includeMasterKey?: boolean;
  after?: string;
  encrypt?: boolean;
  json?: boolean;
};

/** The created backup, as `--json` prints it. */
type Shown = Pick<
  BackupRecord,
  "path" | "encrypted" | "size" | "sha256" | "headSequence" | "artifacts" | "chain"
>;

/** Creates a backup, here if no process uses the directory, else through its service. Returns the exit code. */
export async function createBackup(shell: Shell, options: CreateOptions): Promise<number> {
  const { output } = shell;
  if (options.passphraseFile !== undefined && !options.encrypt) {
    throw new UsageError("Use --passphrase-file with --encrypt: the backup would not be encrypted.");
  }
  const passphrase = options.encrypt ? await readPassphrase(shell, options) : null;
  if (options.encrypt && passphrase === null) throw new UsageError(NO_PASSPHRASE);
  if (options.includeMasterKey && !options.encrypt) {
    throw new UsageError(
      "--include-master-key needs --encrypt: a plain backup would contain the key next to the secrets that it opens.",
    );
  }
  const taken = await offline(shell, options, passphrase) ?? await online(shell, options, passphrase);
  if (options.json) output.json(taken);
  else {
    output.data(`${paint.green("✓")} ${oneLine(taken.path)}`);
    output.data(
      `  ${sizeOf(taken.size ?? 0)}${
        taken.encrypted ? ", encrypted" : ""
      }: ${taken.headSequence} entries, ${taken.artifacts} artifacts`,
    );
    output.data(paint.dim(`  sha256 ${taken.sha256}`));
    if (taken.chain) output.data(`  ${taken.chain.detail}`);
  }
  return EXIT.done;
}

/** Reads the directory itself, holding its lock; null if a service uses it, or no directory was named. */
async function offline(
  shell: Shell,
  options: CreateOptions,
  passphrase: string | null,
): Promise<Shown | null> {
  const storage = options.url === undefined ? storageOf(shell, options.storage) : null;
  if (storage === null) return null;
  const { lockStorage, StorageHeldError } = await LOCAL.lock();
  let lock: { release: () => void };
  try {
    lock = lockStorage(storage, new Date());
  } catch (cause) {
    if (cause instanceof StorageHeldError) return null;
    throw cause;
  }
  const { signal, release } = untilInterrupted();
  try {
    const { takeBackup } = await LOCAL.takeBackup();
    const { PassphraseError } = await LOCAL.damagedArchive();
    const { backupFileName } = await LOCAL.backupFileName();
    const { VERSION } = await LOCAL.version();
    const now = new Date();
    const encrypted = passphrase !== null;
    const after = options.after === undefined ? null : fileOf(options.after);
    const name = backupFileName(now, encrypted, after !== null);
    const path = await placeOf(shell, options.output ?? (after ? dirname(after) : undefined), {
      storage,
      name,
    });
    const result = await takeBackup({
      id: crypto.randomUUID(),
      storageDirectory: storage,
      live: false,
      path,
      passphrase,
      secrets: !options.excludeSecrets,
      masterKey: options.includeMasterKey ?? false,
      after: after === null ? null : { path: after, sha256: null },
      createdAt: now.toISOString(),
      serviceVersion: VERSION,
    }, signal).catch((cause: Error) => {
      if (signal.aborted) throw new ExitError(EXIT.failed, "Interrupted. No backup was created.");
      const code = cause instanceof PassphraseError ? EXIT.usage : EXIT.failed;
      throw new ExitError(code, `No backup was created: ${cause.message}`);
    });
    return { path, encrypted, ...result };
  } finally {
    release();
    lock.release();
  }
}

async function placeOf(
  shell: Shell,
  output: string | undefined,
  { storage, name }: { storage: string; name: string },
): Promise<string> {
  if (output === undefined) {
    const directory = resolve(backupDirectoryOf(shell, storage));
    await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
    return join(directory, name);
  }
  const place = resolve(output);
  if (existsSync(place)) {
    if (Deno.statSync(place).isDirectory) return join(place, name);
    throw new UsageError(`${place} already exists. Name a new file or a directory.`);
  }
  if (!existsSync(dirname(place))) throw new UsageError(`The directory ${dirname(place)} does not exist.`);
  return join(Deno.realPathSync(dirname(place)), basename(place));
}

async function online(shell: Shell, options: CreateOptions, passphrase: string | null): Promise<Shown> {
  const connection = connect(shell, options);
  const { audit } = await connection.call("GET /control-plane/status");
  const after = options.after === undefined ? null : await idOf(connection, options.after);
  const begun = await connection.call("POST /control-plane/backups", {
    body: {
      ...(options.output !== undefined && { output: resolve(options.output) }),
      excludeSecrets: options.excludeSecrets ?? false,
      includeMasterKey: options.includeMasterKey ?? false,
      ...(after !== null && { after }),
      ...(passphrase !== null && { passphrase }),
    },
  });
  const backup = await followBackup(connection, begun.id, audit.headSequence);
  if (backup.status === "completed") return backup;
  throw new ExitError(
    EXIT.failed,
    `No backup was created: ${backup.statusDetail ?? `its status is ${backup.status}.`}`,
  );
}
