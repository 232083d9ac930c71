import { shownTime } from "../../../store/words.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { type ReasonInput, reasonOf } from "../../ground/kernel/schemas.ts";
import type { CoordinatorReport } from "./detail_schemas.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { nextMoveOf } from "../../control/runs/next_move.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { summaryOf } from "./summary.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";

/** Records a status report of the run in its current state. It decides nothing. */
export function reportRun(
  ctx: Ctx,
  runId: string,
  input: ReasonInput,
): CoordinatorReport {
  const run = requireRun(ctx, runId);
  const sessions = sessionsOf(ctx, runId);
  const next = nextMoveOf(run, ctx.config.workers);
  const why = reasonOf(input);
  const summary = [
    summaryOf(run, sessions),
    ...(next
      ? [
        `Next: ${next.what === run.waitingFor?.detail ? "this" : next.what} (${next.owner}${
          next.by ? `, by ${shownTime(next.by)}` : ""
        }).`,
      ]
      : []),
    ...(why ? [`Question asked because: ${why.slice(0, 500)}`] : []),
  ].join(" ").slice(0, 4000);
  const id = ctx.newId("report");
  record(
    ctx,
    runStream,
    runId,
    [{ type: "run.reported", data: { id, kind: "status", summary } }],
    contextOf(run),
  );
  return { id, runId, kind: "status", summary, at: ctx.now().toISOString() };
}
