import type { EventContext } from "../../../store/event.ts";
import { memoryUseStream } from "../../../store/memory/housekeeping_streams.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { requireMemoryRecord } from "./read_model.ts";
import { estimateTokens, memoryLine } from "./tokens.ts";

/** Which step received which records. */
type MemoryUse = {
  /** Such as `plan`, `dispatch` or `model_call`. */
  step: string;
  /** The model call or tool call, if any. */
  callId?: string;
  recordIds: readonly string[];
  /** The run, task session and conversation of the step. */
  context: EventContext;
};

/** Records a receipt, in the caller's unit if there is one. Does nothing without records. */
export function recordMemoryUse(ctx: Ctx, { step, callId, recordIds, context }: MemoryUse): void {
  const ids = [...new Set(recordIds)];
  if (ids.length === 0) return;
  const tokens = ids.reduce((sum, id) => sum + estimateTokens(memoryLine(requireMemoryRecord(ctx, id))), 0);
  const data = { recordIds: ids, step, tokens, ...(callId && { callId }) };
  record(ctx, memoryUseStream, ctx.newId("memuse"), [{ type: "memory.used", data }], context);
}
