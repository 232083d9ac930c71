import { join } from "node:path";

/** Changes an entry of a store's log, as no program of this project can: the chain no longer verifies. */
export async function breakChain(storage: string): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(join(storage, "harness.db"));
  for (const { name } of database.prepare("select name from sqlite_schema where type = 'trigger'").all()) {
    database.exec(`drop trigger "${name}"`);
  }
  database.exec("update events set actor = 'somebody else' where seq = 1");
  database.close();
}
