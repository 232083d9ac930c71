import type { StoredEvent } from "../../../store/event.ts";
import { ENDED_RUN_STATES } from "../../../store/shared/run_states.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { sequenceOf } from "../../ground/kernel/cursor.ts";
import type { Timeline } from "./detail_schemas.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { traceOf } from "../../control/runs/traces.ts";
import { isOneOf } from "../../../store/shared/tuples.ts";

/** The stage that begins with an event; other events belong to the current stage. */
const STAGES: Record<string, string> = {
  "run.created": "queued",
  "run.started": "planning",
  "run.planned": "working",
  "run.integrated": "verifying",
  "run.bundled": "bundling",
  "run.checkpointed": "reviewing",
  "approval.apply_started": "applying",
  "run.rework_requested": "reworking",
  "run.fix_requested": "fixing",
  "run.waiting": "waiting",
  "run.paused": "paused",
  "run.resumed": "resumed",
  "run.completed": "completed",
  "run.failed": "failed",
  "run.cancelled": "cancelled",
};

type Stage = Timeline["stages"][number];

/** Returns the stages of a run and one page of its events, oldest first, after `cursor`. */
export function runTimeline(
  ctx: Ctx,
  id: string,
  query: { cursor?: string | undefined; limit: number },
): Timeline {
  requireRun(ctx, id);
  const cursor = sequenceOf(ctx, query.cursor ?? "0");
  const page = ctx.store.events.ofRun(id, cursor, query.limit + 1);
  const items = page.slice(0, query.limit).map(traceOf);
  return {
    runId: id,
    stages: stagesOf(ctx.store.events.ofRunOfTypes(id, Object.keys(STAGES))),
    items,
    total: ctx.store.events.countOfRun(id),
    nextCursor: String(items.at(-1)?.sequence ?? cursor),
    hasMore: page.length > query.limit,
  };
}

/** When each stage began and ended; the last one of an open run has no end. */
export function stagesOf(events: readonly StoredEvent[]): Stage[] {
  const stages: Stage[] = [];
  for (const event of events) {
    const stage = STAGES[event.type];
    if (!stage) continue;
    const last = stages.at(-1);
    if (last && last.endedAt === null) last.endedAt = event.at;
    stages.push({ id: `stage_${event.seq}`, stage, startedAt: event.at, endedAt: null, sequence: event.seq });
  }
  const last = stages.at(-1);
  if (last && isOneOf(ENDED_RUN_STATES, last.stage)) last.endedAt = last.startedAt;
  return stages;
}
