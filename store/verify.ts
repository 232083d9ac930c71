import { GENESIS, hashData, hashEvent } from "./chain.ts";
import type { Database } from "./database.ts";
import type { EventRow } from "./event.ts";
import { ownerOf } from "./owner.ts";

/** The result of walking the chain. `broken` names the first invalid entry. */
export type ChainReport = {
  ok: boolean;
  events: number;
  erased: { seq: number; by: number }[];
  head: string;
  broken?: { seq: number; reason: string };
};

/**
 * Walks the log from its first event (or from a trusted link) and recomputes every hash. Erased entries are verified by
 * the hash of their data, which is kept; each must name the deletion that erased it.
 */
export function verifyChain(database: Database, pageSize = 1000): ChainReport {
  const erased: ChainReport["erased"] = [];
  let [seq, head] = [0, GENESIS];
  for (;;) {
    const rows = database.all<EventRow>(
      "select * from events where seq > ? order by seq limit +?",
      seq,
      pageSize,
    );
    for (const row of rows) {
      const reason = fault(database, row, seq, head);
      if (reason) return { ok: false, events: seq, erased, head, broken: { seq: row.seq, reason } };
      if (row.data === null) erased.push({ seq: row.seq, by: row.erased_by! });
      [seq, head] = [row.seq, row.hash];
    }
    if (rows.length < pageSize) return { ok: true, events: seq, erased, head };
  }
}

function fault(database: Database, row: EventRow, before: number, head: string): string | null {
  if (row.seq !== before + 1) return `sequence ${before + 1} is missing`;
  if (row.prev_hash !== head) return "it does not link to the previous entry";
  if (hashEvent(row) !== row.hash) return "its hash does not match its fields";
  if (row.data !== null) {
    if (row.erased_by !== null) return "it names a deletion, but its data still exists";
    return row.salt !== null && hashData(row.salt, row.data) === row.data_sha256
      ? null
      : "its data does not match its hash";
  }
  if (row.salt !== null) return "its data was erased, but its salt was not";
  const by = database.get<Pick<EventRow, "type" | "stream" | "run_id">>(
    "select type, stream, run_id from events where seq = ?",
    row.erased_by,
  );
  const owner = by ? ownerOf(by) : null;
  const owned = owner !== null &&
    ("runId" in owner ? owner.runId === row.run_id : owner.stream === row.stream);
  return owned && row.erased_by! > row.seq ? null : "no recorded deletion erased it";
}
