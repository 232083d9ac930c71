import type { Database } from "./database.ts";

/** Whether two queries, each without its `select`, have different rows. */
export const differ = (database: Database, one: string, other: string): boolean =>
  database.get(`select ${one} except select ${other}`) !== undefined ||
  database.get(`select ${other} except select ${one}`) !== undefined;
