import { queuePlaceOf } from "../../../store/runs/queue.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { requireRun, showRun } from "./read_model.ts";
import type { Run } from "./schemas.ts";

/** Moves a queued run to the front. Does nothing if it is already the next one. */
export function putFirst(ctx: Ctx, id: string): Run {
  const run = requireRun(ctx, id);
  if (run.status !== "queued") {
    throw new InvalidError(
      `The run ${id} is ${run.status}. Only a queued run can be moved to the front.`,
    );
  }
  if (queuePlaceOf(ctx.store.documents, run) !== 1) {
    record(ctx, runStream, id, [{ type: "run.put_first", data: {} }], contextOf(run));
  }
  return showRun(ctx, requireRun(ctx, id));
}
