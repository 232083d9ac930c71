import { GENESIS, hashData, hashEvent } from "./chain.ts";
import type { Database } from "./database.ts";
import type { EventRow } from "./event.ts";
import { ownerOf } from "./owner.ts";

/** What walking the chain found. `broken` names the first entry that does not hold. */
export type ChainReport = {
  ok: boolean;
  events: number;
  erased: { seq: number; by: number }[];
  head: string;
  broken?: { seq: number; reason: string };
};

/**
 * Walks the log from its first event (or from a trusted link) and recomputes every hash. Erased entries verify by the
 * hash of their data, which stays; each must name the deletion that erased it.
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
  if (row.prev_hash !== head) return "it does not link to the entry before it";
  if (hashEvent(row) !== row.hash) return "its hash does not fit its fields";
  if (row.data !== null) {
    if (row.erased_by !== null) return "it names a deletion, and its data is still there";
    return row.salt !== null && hashData(row.salt, row.data) === row.data_sha256
      ? null
      : "its data does not fit its hash";
  }
  if (row.salt !== null) return "its data was erased, and its salt was not";
  const by = database.get<Pick<EventRow, "type" | "stream" | "run_id">>(
    "select type, stream, run_id from events where seq = ?",
    row.erased_by,
  );
  const owner = by ? ownerOf(by) : null;
  const owned = owner !== null &&
    ("runId" in owner ? owner.runId === row.run_id : owner.stream === row.stream);
  return owned && row.erased_by! > row.seq ? null : "it was erased by no recorded deletion";
}
