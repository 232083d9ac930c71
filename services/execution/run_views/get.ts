import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { nextMoveOf } from "../../control/runs/next_move.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { shownPlacement } from "./placement.ts";
import type { RunDetails } from "./detail_schemas.ts";
import { recordedDetails } from "./details.ts";

/** Returns a run with its state, jobs, tasks, approvals and newest traces. */
export function getRun(ctx: Ctx, id: string): RunDetails {
  const run = requireRun(ctx, id);
  return {
    ...recordedDetails(ctx, id),
    number: ctx.store.documents.numberOf(runStream, id),
    nextMove: nextMoveOf(run, ctx.config.workers),
    placement: shownPlacement(ctx, run),
  };
}
