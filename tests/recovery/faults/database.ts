import type { Database, SqlValue } from "../../../store/database.ts";

/** Lets the database file grow no further until it is disposed, so that SQLite says that the disk is full. */
export function fullDisk(database: Database): Disposable {
  const pages = database.get<{ page_count: number }>("pragma page_count")!.page_count;
  database.exec(`pragma max_page_count = ${pages}`);
  return { [Symbol.dispose]: () => database.exec("pragma max_page_count = 1073741823") };
}

/** Makes statements that `when` picks fail, as a disk that is full or broken does, until it is disposed. */
export function failing(database: Database, when: (sql: string) => boolean): Disposable & { failed: number } {
  const real = { exec: database.exec.bind(database), execute: database.execute.bind(database) };
  const check = (sql: string) => {
    if (!when(sql)) return;
    faults.failed++;
    throw Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
  };
  const faults = { failed: 0, [Symbol.dispose]: () => void Object.assign(database, real) };
  database.exec = (sql: string) => {
    check(sql);
    real.exec(sql);
  };
  database.execute = (sql: string, values?: readonly SqlValue[]) => {
    check(sql);
    return real.execute(sql, values);
  };
  return faults;
}

/** Makes every commit fail until it is disposed. */
export const failingCommits = (database: Database) => failing(database, (sql) => sql === "commit");
