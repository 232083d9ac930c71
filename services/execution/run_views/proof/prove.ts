import { eventId, type EventLink, type EventRow } from "../../../../store/event.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import type { AuditEntry, AuditLink, AuditProof } from "./audit_schemas.ts";

/** How an entry's hash is computed, for auditors without this program. */
const CHAIN_RULE =
  "dataSha256 = SHA-256(salt + dataText). hash = SHA-256 of the JSON array [sequence, stream, version, type, at, " +
  "actor, runId, taskSessionId, conversationId, dataSha256, previousHash]. previousHash is the hash of the previous entry " +
  "in the whole log. Entries that do not belong to the run are in links, without their data.";

/** How far entries are followed from a run's first one; each costs about 400 bytes. */
export const MAX_FOLLOWED = 5000;

/** Returns a run's entries, and what links them to one another and to the head of the log. */
export function proveRun(ctx: Ctx, runId: string): AuditProof {
  const { chain } = withoutEntries(ctx);
  const rows = ctx.store.events.rowsOfRun(runId);
  const followed = rows[0] ? ctx.store.events.linksFrom(rows[0].seq, MAX_FOLLOWED) : [];
  return {
    entries: rows.map((row) => entryOf(row, ctx.actor)),
    links: followed.filter(({ run_id }) => run_id !== runId).map(linkOf),
    chain: { ...chain, linkedThrough: followed.at(-1)?.seq ?? 0 },
  };
}

/** Returns a proof of nothing but the head of the log. */
export function withoutEntries({ store: { chainHead: head } }: Ctx): AuditProof {
  const chain = { headSequence: head.seq, headHash: head.hash, rule: CHAIN_RULE, linkedThrough: 0 };
  return { entries: [], links: [], chain };
}

const linkOf = (row: EventLink): AuditLink => ({
  id: eventId(row.seq),
  sequence: row.seq,
  stream: row.stream,
  version: row.version,
  type: row.type,
  at: row.at,
  actor: row.actor,
  runId: row.run_id,
  taskSessionId: row.task_session_id,
  conversationId: row.conversation_id,
  dataSha256: row.data_sha256,
  previousHash: row.prev_hash,
  hash: row.hash,
});

const WITHHELD = "task_session.transcript_kept";

/** Returns whether an entry has no data because an agent, which may not read transcripts, exported it. */
export const isWithheld = ({ type, data, dataText, salt }: AuditEntry): boolean =>
  type === WITHHELD && data === null && dataText === null && salt === null;

/** Returns an entry as the actor may read it. */
function entryOf(row: EventRow, actor: Ctx["actor"]): AuditEntry {
  if (actor === "agent" && row.type === WITHHELD) {
    return { ...linkOf(row), data: null, dataText: null, salt: null };
  }
  const { data, salt } = row;
  return { ...linkOf(row), data: data === null ? null : JSON.parse(data), dataText: data, salt };
}
