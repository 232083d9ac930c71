import { memoryRecordStream } from "../../../store/memory/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { contextOfRecord } from "./create.ts";
import { requireMemoryRecord, showMemoryRecord } from "./read_model.ts";
import type { MemoryRecord } from "./schemas.ts";

/** Archives a record; its history stays. Does nothing if it is archived already. */
export function archiveMemoryRecord(ctx: Ctx, id: string, reason = "asked for"): MemoryRecord {
  const memory = requireMemoryRecord(ctx, id);
  if (memory.status === "active") {
    record(
      ctx,
      memoryRecordStream,
      id,
      [{ type: "memory.archived", data: { reason } }],
      contextOfRecord(memory),
    );
  }
  return showMemoryRecord(ctx, requireMemoryRecord(ctx, id));
}
