import type { Database } from "./database.ts";

/** Who sent which key to which route. */
type IdempotencyKey = { caller: string; route: string; key: string };

/** The first answer to a key, with the hash of the body that it answered. */
export type RecordedAnswer = { bodySha256: string; status: number; response: string };

/** The answers of creating requests, so that a repeated request gets the same answer. They are kept for 24 hours. */
export class IdempotencyTable {
  constructor(readonly database: Database) {}

  /** Returns the answer recorded since `since` (RFC 3339), or null. */
  find({ caller, route, key }: IdempotencyKey, since: string): RecordedAnswer | null {
    return this.database.get<RecordedAnswer>(
      `select body_sha256 as bodySha256, status, response from idempotency
       where caller = ? and route = ? and key = ? and at >= ?`,
      caller,
      route,
      key,
      since,
    ) ?? null;
  }

  /**
   * Records an answer in the caller's unit of work, together with what it answers. It is removed when its run or the stream that
   * it created is erased; without a run, also with each that it names.
   */
  record(
    { caller, route, key }: IdempotencyKey,
    answer: RecordedAnswer & { runId?: string; stream?: string; at: string },
  ): void {
    this.database.run(
      "insert or replace into idempotency (caller, route, key, body_sha256, status, response, run_id, stream, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      caller,
      route,
      key,
      answer.bodySha256,
      answer.status,
      answer.response,
      answer.runId ?? null,
      answer.stream ?? null,
      answer.at,
    );
  }

  /** Deletes up to `limit` answers from before `before`. */
  forget(before: string, limit: number): number {
    return this.database.run(
      "delete from idempotency where (caller, route, key) in (select caller, route, key from idempotency where at < ? limit +?)",
      before,
      limit,
    );
  }
}
