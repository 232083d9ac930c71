import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { requireRun, showRun } from "./read_model.ts";
import type { Run } from "./schemas.ts";

/** Brings an archived run back into the list of active runs. Does nothing if it is there. */
export function unarchiveRun(ctx: Ctx, id: string): Run {
  const run = requireRun(ctx, id);
  if (run.archivedAt !== null) {
    record(ctx, runStream, id, [{ type: "run.unarchived", data: {} }], contextOf(run));
  }
  return showRun(ctx, requireRun(ctx, id));
}
