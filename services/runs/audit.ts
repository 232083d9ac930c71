import { eventId, type EventRow } from "../../store/event.ts";
import type { Ctx } from "../context.ts";
import { artifactsOf } from "./artifacts.ts";
import type { AuditExport } from "./audit_schemas.ts";
import { requireRun, showRun } from "./read_model.ts";

/** How an entry's hash is computed, in words that an auditor can follow without this program. */
export const CHAIN_RULE =
  "dataSha256 = SHA-256(salt + dataText). hash = SHA-256 of the JSON array [sequence, stream, version, type, at, " +
  "actor, runId, taskSessionId, conversationId, dataSha256, previousHash]. previousHash is the hash of the entry before " +
  "it in the whole log; an export of one run holds that run's entries only.";

/** The raw archival package of a run: every entry with all that its hash covers. */
export function exportAudit(ctx: Ctx, runId: string): AuditExport {
  const run = requireRun(ctx, runId);
  const head = ctx.store.chainHead;
  return {
    format: "agent-harness/audit",
    version: 1,
    exportedAt: ctx.now().toISOString(),
    run: showRun(ctx, run),
    entries: ctx.store.events.rowsOfRun(runId).map(entryOf),
    artifacts: artifactsOf(ctx, runId).map(({ id, path, sha256, size }) => ({ id, path, sha256, size })),
    chain: { headSequence: head.seq, headHash: head.hash, rule: CHAIN_RULE },
  };
}

function entryOf(row: EventRow): AuditExport["entries"][number] {
  return {
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
    data: row.data === null ? null : JSON.parse(row.data),
    dataText: row.data,
    salt: row.salt,
    dataSha256: row.data_sha256,
    previousHash: row.prev_hash,
    hash: row.hash,
  };
}
