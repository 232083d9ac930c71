import {
  type MemoryCandidateDocument,
  memoryCandidateStream,
} from "../../../store/memory/candidate_stream.ts";
import { type MemoryRecordDocument, memoryRecordStream } from "../../../store/memory/stream.ts";
import type { ReceiptRow } from "../../../store/memory/view.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { withArticle } from "../../ground/kernel/words.ts";
import type { MemoryCandidate, MemoryRecord } from "./schemas.ts";
import { estimateTokens, memoryLine } from "./tokens.ts";

/** How many receipts a record shows. */
const RECEIPTS = 5;

type Reader = Pick<Core, "store">;

/** Returns the record's document. Throws `NotFoundError`. */
export function requireMemoryRecord(ctx: Reader, id: string): MemoryRecordDocument {
  const record = ctx.store.documents.get(memoryRecordStream, id);
  if (!record) throw new NotFoundError("memory record", id);
  return record;
}

/** Returns the candidate's document. Throws `NotFoundError`. */
export function requireMemoryCandidate(ctx: Reader, id: string): MemoryCandidateDocument {
  const candidate = ctx.store.documents.get(memoryCandidateStream, id);
  if (!candidate) throw new NotFoundError("memory candidate", id);
  return candidate;
}

/** Returns a record as the API shows it. */
export function showMemoryRecord(ctx: Reader, record: MemoryRecordDocument): MemoryRecord {
  const { tables } = ctx.store.projector;
  const total = tables.get<{ uses: number }>("select uses from {memory_records} where id = ?", record.id);
  const items = total?.uses
    ? tables.all<ReceiptRow>(
      "select * from {memory_receipts} where record_id = ? order by sequence desc limit ?",
      record.id,
      RECEIPTS,
    )
    : [];
  return {
    ...record,
    tokens: estimateTokens(memoryLine(record)),
    warnings: warningsOf(record),
    receipts: {
      total: total?.uses ?? 0,
      items: items.map((row) => ({
        id: `${row.record_id}@${row.sequence}`,
        sequence: row.sequence,
        step: row.step,
        callId: row.call_id,
        runId: row.run_id,
        taskSessionId: row.task_session_id,
        conversationId: row.conversation_id,
        at: row.at,
      })),
    },
  };
}

/** Scopes that need a subject. */
const OF_ONE = ["project", "conversation", "run", "task"];

function warningsOf({ scope, scopeId }: MemoryRecordDocument): string[] {
  const scopes = [...OF_ONE, "global"];
  if (!scopes.includes(scope)) {
    return [
      `Its scope is none of ${scopes.join(", ")}, so it is never used. Record it again with one of these.`,
    ];
  }
  if (scope === "global") {
    return scopeId === undefined ? [] : [
      "It applies everywhere, but names a scopeId, so it is never used. Record it again without one.",
    ];
  }
  if (scopeId !== undefined) return [];
  return [
    `It does not name ${
      withArticle(scope)
    }, so it is never used. Record it again with a scopeId, or with the scope "global".`,
  ];
}

/** Returns a candidate as the API shows it. */
export function showMemoryCandidate(candidate: MemoryCandidateDocument): MemoryCandidate {
  const { fingerprint: _, ...shown } = candidate;
  return shown;
}
