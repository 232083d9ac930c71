import { type MemoryRecordDocument, memoryRecordStream } from "../../../store/memory/stream.ts";
import type { EventContext } from "../../../store/event.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { originOf, scopeIdOf } from "./origin.ts";
import { requireMemoryRecord, showMemoryRecord } from "./read_model.ts";
import type { CreateMemoryRecordInput, MemoryRecord } from "./schemas.ts";

/**
 * Records something to remember. With `supersedes`, the record with that id is archived in the same unit, and each names the
 * other. Throws `InvalidError` if that one is superseded already: a chain has one end.
 */
export const createMemoryRecord = (ctx: Ctx, input: CreateMemoryRecordInput): MemoryRecord =>
  showMemoryRecord(ctx, recordMemory(ctx, input));

/**
 * Records something to remember as `createMemoryRecord` does, and returns its document; `candidateId` is the candidate that
 * it was promoted from.
 */
export function recordMemory(
  ctx: Ctx,
  input: CreateMemoryRecordInput & { candidateId?: string },
): MemoryRecordDocument {
  const { supersedes, scopeId: _, ...statement } = input;
  const replaced = supersedes === undefined ? null : requireReplaceable(ctx, supersedes);
  const origin = originOf(ctx, input);
  const scopeId = scopeIdOf(ctx, input, origin);
  const id = ctx.newId("mem");
  ctx.write(() => {
    const data = { ...statement, ...(scopeId !== undefined && { scopeId }) };
    record(ctx, memoryRecordStream, id, [{ type: "memory.recorded", data }], origin);
    if (replaced) replace(ctx, replaced, id, origin);
  });
  return requireMemoryRecord(ctx, id);
}

function requireReplaceable(ctx: Ctx, id: string): MemoryRecordDocument {
  const replaced = requireMemoryRecord(ctx, id);
  if (replaced.supersededBy) {
    throw new InvalidError(
      `The memory record ${id} is already superseded by ${replaced.supersededBy}. Supersede that record instead.`,
    );
  }
  return replaced;
}

/** Each end's event carries the run of the other, so erasing either run erases both ends of the link. */
function replace(ctx: Ctx, replaced: MemoryRecordDocument, by: string, origin: EventContext): void {
  const origins = { ours: origin, theirs: contextOfRecord(replaced) };
  record(
    ctx,
    memoryRecordStream,
    by,
    [{ type: "memory.replacement_linked", data: { supersedes: replaced.id } }],
    origins.theirs.runId ? origins.theirs : origins.ours,
  );
  record(
    ctx,
    memoryRecordStream,
    replaced.id,
    [{ type: "memory.superseded", data: { supersededBy: by } }],
    origins.ours.runId ? origins.ours : origins.theirs,
  );
}

/** Returns the context that the events of a record or a candidate carry. */
export const contextOfRecord = (
  { runId, taskSessionId, conversationId }: {
    runId?: string | undefined;
    taskSessionId?: string | undefined;
    conversationId?: string | undefined;
  },
): EventContext => ({
  ...(runId && { runId }),
  ...(taskSessionId && { taskSessionId }),
  ...(conversationId && { conversationId }),
});
