import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { summariseRun } from "../../control/runs/read_model.ts";
import type { RunSummary } from "../../control/runs/schemas.ts";

/** Returns all runs, including archived ones, newest first. */
export const history = (ctx: Ctx, page: { limit: number; offset: number }): RunSummary[] =>
  ctx.store.documents.find(runStream, {}, { ...page, newestFirst: true }).map((run) =>
    summariseRun(ctx, run)
  );
