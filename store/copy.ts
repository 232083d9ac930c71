import { backup, DatabaseSync } from "node:sqlite";

/** Pages copied at once: all of them, so that writers meanwhile do not make it begin again. */
const ALL_PAGES = 2_147_483_647;

/**
 * Copies a database file. A live one goes through SQLite's online backup; of any other the file and its write-ahead log are
 * copied, so that nothing is written beside it.
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
