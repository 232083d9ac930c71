import {
  type MemoryCandidateDocument,
  memoryCandidateStream,
} from "../../../store/memory/candidate_stream.ts";
import { memoryRecordStream } from "../../../store/memory/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { type ReasonInput, reasonOf } from "../../ground/kernel/schemas.ts";
import { contextOfRecord, recordMemory } from "./create.ts";
import {
  requireMemoryCandidate,
  requireMemoryRecord,
  showMemoryCandidate,
  showMemoryRecord,
} from "./read_model.ts";
import type { MemoryCandidate, MemoryRecord, PromoteMemoryCandidateInput } from "./schemas.ts";

/**
 * Promotes a pending candidate to an active record. A promoted one returns the record that it became; a rejected one stays
 * rejected.
 */
export function promoteMemoryCandidate(
  ctx: Ctx,
  id: string,
  input: PromoteMemoryCandidateInput,
): Made<MemoryRecord> {
  const candidate = requireMemoryCandidate(ctx, id);
  if (candidate.status === "promoted") {
    const known = ctx.store.documents.get(memoryRecordStream, candidate.recordId!);
    if (!known) throw new NotFoundError("memory record", candidate.recordId!);
    return existing(showMemoryRecord(ctx, known));
  }
  if (candidate.status === "rejected") throw decided(candidate, "promoted");
  const { type, scope, scopeId, content, source, confidence } = candidate;
  const recordId = ctx.write(() => {
    const { id: recordId } = recordMemory(ctx, {
      type,
      scope,
      scopeId,
      content,
      source,
      confidence,
      candidateId: id,
      supersedes: input.supersedes,
    });
    decide(ctx, candidate, { type: "memory.candidate_promoted", data: { recordId, ...why(input) } });
    return recordId;
  });
  return made(showMemoryRecord(ctx, requireMemoryRecord(ctx, recordId)));
}

/** Rejects a candidate; it stays visible, and is not proposed again. */
export function rejectMemoryCandidate(
  ctx: Ctx,
  id: string,
  input: ReasonInput,
): MemoryCandidate {
  const candidate = requireMemoryCandidate(ctx, id);
  if (candidate.status === "promoted") throw decided(candidate, "rejected");
  if (candidate.status === "pending") {
    decide(ctx, candidate, { type: "memory.candidate_rejected", data: why(input) });
  }
  return showMemoryCandidate(requireMemoryCandidate(ctx, id));
}

type Decision = Parameters<
  typeof record<MemoryCandidateDocument, typeof memoryCandidateStream.events>
>[3][number];

const decide = (ctx: Ctx, candidate: MemoryCandidateDocument, decision: Decision) =>
  record(ctx, memoryCandidateStream, candidate.id, [decision], contextOfRecord(candidate));

const why = (input: ReasonInput) => {
  const reason = reasonOf(input);
  return reason ? { reason: reason.slice(0, 2000) } : {};
};

const decided = ({ id, status, decision }: MemoryCandidateDocument, verb: string): InvalidError =>
  new InvalidError(
    `The memory candidate ${id} was ${status} at ${decision?.at} and cannot be ${verb}. ` +
      (status === "rejected"
        ? "To remember it anyway, record it with POST /memory."
        : "Archive its record with POST /memory/:id/archive instead."),
  );
