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

/** A part of the log, both ends included. It is trusted to continue the entry before it, which another part verifies. */
export type LogPart = { from: number; to: number };

/**
 * Walks the log, or a part of it, and recomputes every hash. Erased entries are verified by the hash of their data, which
 * is kept; each must name the deletion that erased it. `read` is called with the number of entries of each page.
 */
export function verifyChain(
  database: Database,
  { part = { from: 1, to: Number.MAX_SAFE_INTEGER }, read = () => {} }: {
    part?: LogPart;
    read?: (entries: number) => void;
  } = {},
): ChainReport {
  const erased: ChainReport["erased"] = [];
  let { seq, head } = linkBefore(database, part.from);
  for (;;) {
    const rows = database.all<EventRow>(
      "select * from events where seq > ? and seq <= ? order by seq limit +?",
      seq,
      part.to,
      PAGE,
    );
    for (const row of rows) {
      const reason = fault(database, row, seq, head);
      if (reason) return { ok: false, events: seq, erased, head, broken: { seq: row.seq, reason } };
      if (row.data === null) erased.push({ seq: row.seq, by: row.erased_by! });
      [seq, head] = [row.seq, row.hash];
    }
    read(rows.length);
    if (rows.length < PAGE) return { ok: true, events: seq, erased, head };
  }
}

const PAGE = 1000;

/** What a part continues: the entry before it as recorded. If that is missing, the part's first entry is found to be invalid. */
function linkBefore(database: Database, from: number): { seq: number; head: string } {
  const before = database.get<{ seq: number; head: string }>(
    "select seq, hash as head from events where seq < ? order by seq desc limit 1",
    from,
  );
  return before ?? { seq: 0, head: GENESIS };
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
