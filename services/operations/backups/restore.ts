import { basename, dirname, join } from "node:path";
import { makeDirectory, sync } from "../../../store/durable_file.ts";
import { DATABASE_FILE } from "../../../store/mod.ts";
import { noteRestored } from "../../../store/restored.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { openBackup } from "./open.ts";
import type { BackupReport } from "./verify.ts";

/**
 * Restores a backup into a new or empty directory, completely and verified or not at all: if a check fails, the report
 * says so and nothing is left, nor if the signal is aborted. Throws `InvalidError` if something is in the way, and
 * `PassphraseError`.
 */
export async function restoreBackup(
  path: string,
  to: string,
  passphrase: string | null,
  signal?: AbortSignal,
): Promise<BackupReport> {
  await requireFresh(to);
  makeDirectory(dirname(to));
  const staging = join(dirname(to), `.${basename(to)}.restoring-${crypto.randomUUID()}`);
  await Deno.mkdir(staging, { mode: 0o700 });
  try {
    const { checks, manifest } = await openBackup(path, staging, passphrase, signal);
    const ok = checks.every((check) => check.ok);
    signal?.throwIfAborted();
    if (ok) {
      noteRestored(join(staging, DATABASE_FILE));
      await sync(join(staging, DATABASE_FILE));
      await syncDirectories(staging);
      await requireFresh(to);
      await Deno.remove(to).catch(() => {}); // an empty directory is replaced
      await Deno.rename(staging, to);
      await sync(dirname(to)).catch(async (cause) => {
        await Deno.rename(to, staging); // it may be lost, and is not left as if it were restored
        throw cause;
      });
    }
    return { ok, path, checks, manifest };
  } finally {
    await Deno.remove(staging, { recursive: true }).catch(() => {});
  }
}

async function requireFresh(to: string): Promise<void> {
  try {
    for await (const { name } of Deno.readDir(to)) {
      throw new InvalidError(
        `${to} is not empty: "${name}" is there. Restore into a new or empty directory.`,
      );
    }
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return;
    if (cause instanceof Deno.errors.NotADirectory) {
      throw new InvalidError(`${to} is a file. Name a new directory.`);
    }
    throw cause;
  }
}

/** The files are on disk already; now their names are too. */
async function syncDirectories(directory: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    if (isDirectory) await syncDirectories(join(directory, name));
  }
  await sync(directory);
}
