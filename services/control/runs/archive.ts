import { countRuns } from "../../../store/runs/list.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { ENDED_RUN_STATES } from "../../../store/shared/run_states.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { inParts } from "../../ground/kernel/in_parts.ts";
import { contextOf } from "../lifecycle/event_context.ts";

/** How many runs were archived, and how many are left: 0 unless the client did not wait. */
type ArchiveCounts = { archived: number; remaining: number };

/** Archives all runs that have ended, in parts. Stops after a part when the client has left. */
export async function archiveRuns(ctx: Ctx, client: AbortSignal): Promise<ArchiveCounts> {
  const { done, isAll } = await inParts(ctx, (most) => archivePart(ctx, most), client);
  return { archived: done, remaining: isAll ? 0 : remainingOf(ctx) };
}

function archivePart(ctx: Ctx, most: number): number {
  const { documents } = ctx.store;
  const ended = ENDED_RUN_STATES.flatMap((status) =>
    documents.find(runStream, { archivedAt: null, status }, { limit: most })
  ).slice(0, most);
  for (const run of ended) {
    record(ctx, runStream, run.id, [{ type: "run.archived", data: {} }], contextOf(run));
  }
  return ended.length;
}

function remainingOf({ store }: Ctx): number {
  const byStatus = countRuns(store.documents, { archived: false });
  return ENDED_RUN_STATES.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0);
}
