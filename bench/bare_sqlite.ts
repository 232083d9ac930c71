import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Sample } from "./measure.ts";

/** The bare equivalent of creating runs: one row for each, committed one at a time, each on disk before the next. */
export class BareSqlite {
  readonly #database: DatabaseSync;
  readonly #insert;

  constructor(directory: string) {
    this.#database = new DatabaseSync(join(directory, "bare.db"));
    this.#database.exec("pragma journal_mode = wal; pragma synchronous = full");
    this.#database.exec("create table runs (id text primary key, body text not null)");
    this.#insert = this.#database.prepare("insert into runs (id, body) values (?, ?)");
  }

  /** Inserts `count` rows that each hold `document` as JSON. */
  create(count: number, document: object): Sample {
    const latencies: number[] = [];
    const begin = performance.now();
    for (let i = 0; i < count; i++) {
      const asked = performance.now();
      const id = crypto.randomUUID();
      this.#insert.run(id, JSON.stringify({ ...document, id }));
      latencies.push(performance.now() - asked);
    }
    return { value: count / (performance.now() - begin) * 1000, latencies };
  }

  close(): void {
    this.#database.close();
  }
}
