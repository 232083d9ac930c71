import { messageOf } from "./shared/message_of.ts";
import { backup, DatabaseSync } from "node:sqlite";

/** All pages at once, so that concurrent writers do not restart the copy. */
const ALL_PAGES = 2_147_483_647;

/**
 * Copies a database file. A live one is copied with SQLite's online backup. Otherwise the file and its write-ahead log
 * are copied, so that nothing is written next to the original.
 */
export async function copyDatabase(from: string, to: string, live: boolean): Promise<void> {
  if (!live) {
    await Deno.copyFile(from, to);
    await Deno.chmod(to, 0o600);
    await Deno.copyFile(`${from}-wal`, `${to}-wal`).then(() => Deno.chmod(`${to}-wal`, 0o600)).catch(
      (cause) => {
        if (!(cause instanceof Deno.errors.NotFound)) throw cause;
      },
    );
    return;
  }
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Returns the sentence about a database that could not be copied, without the places of the copy. */
export const whyNotCopied = (name: string, cause: unknown): string =>
  cause instanceof Deno.errors.NotFound
    ? `${name} is missing.`
    : `${name} cannot be read: ${messageOf(cause).replace(/: copy '[^]*$/, "")}.`;
