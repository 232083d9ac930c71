import { runStream } from "../../store/runs/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { summariseRun } from "./read_model.ts";
import type { RunSummary } from "./schemas.ts";

/** Active runs, that is those not archived, newest first. */
export function listRuns(
  ctx: Ctx,
  filter: { status?: string | undefined; limit: number; offset: number },
): RunSummary[] {
  const page = { limit: filter.limit, offset: filter.offset, newestFirst: true };
  const where = filter.status ? { archivedAt: null, status: filter.status } : { archivedAt: null };
  return ctx.store.documents.find(runStream, where, page).map((run) => summariseRun(ctx, run));
}
