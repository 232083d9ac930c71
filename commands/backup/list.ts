import { join, resolve } from "node:path";
import { EXIT, UsageError } from "../exit_codes.ts";
import { table } from "../render/table.ts";
import type { Shell } from "../shell.ts";
import { sizeOf } from "./size.ts";
import { backupDirectoryOf, directoryOf, storageOf } from "./storage.ts";
import { messageOf } from "../../store/shared/message_of.ts";

/** The flags of `backup list`. */
export type ListOptions = { storage?: string; json?: boolean };

/** A file with the name of a backup. */
type BackupFile = { id: string; path: string; createdAt: string | null; size: number; encrypted: boolean };

const NAME = /^.+\.tar\.gz(\.age|\.encrypted)?$/;
const TIME = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/;

/** Lists the backup files of a directory, newest first, without verifying them. */
export async function listBackupFiles(
  shell: Shell,
  typed: string | undefined,
  options: ListOptions,
): Promise<number> {
  const directory = typed === undefined ? resolve(defaultDirectory(shell, options)) : directoryOf(typed);
  const items = await backupFilesIn(directory);
  if (options.json) shell.output.json({ directory, items });
  else if (items.length === 0) shell.output.talk(`No backups in ${directory}.`);
  else for (const line of table(items.map(row), shell.output.columns)) shell.output.data(line);
  return EXIT.done;
}

function defaultDirectory(shell: Shell, { storage }: ListOptions): string {
  const found = storageOf(shell, storage);
  if (found === null) {
    throw new UsageError(
      "Name the directory with the backups, or create a storage directory with `agent-harness init`.",
    );
  }
  return backupDirectoryOf(shell, found);
}

/** Returns the backup files in a directory, newest first. Throws `UsageError` if it cannot be read. */
export async function backupFilesIn(directory: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  const entries = await Array.fromAsync(Deno.readDir(directory)).catch((cause) => {
    if (cause instanceof Deno.errors.NotFound) return [];
    throw new UsageError(`Could not read ${directory}: ${messageOf(cause)}.`);
  });
  for (const { name, isFile } of entries) {
    const encrypted = NAME.exec(name)?.[1] !== undefined;
    if (!isFile || !NAME.test(name)) continue;
    const path = join(directory, name);
    files.push({ id: name, path, createdAt: timeOf(name), size: (await Deno.stat(path)).size, encrypted });
  }
  return files.sort((a, b) => ((a.createdAt ?? a.id) > (b.createdAt ?? b.id) ? -1 : 1));
}

const timeOf = (name: string): string | null =>
  TIME.exec(name)?.[0].replace(TIME, "$1-$2-$3T$4:$5:$6.$7Z") ?? null;

const row = ({ id, createdAt, size, encrypted }: BackupFile) => ({
  id,
  createdAt: createdAt ?? "",
  size: sizeOf(size),
  encrypted: encrypted ? "yes" : "no",
});
