import { automationStream } from "../../../store/automations/stream.ts";
import { approvalStream } from "../../../store/approvals/stream.ts";
import { foldInTurns } from "../../../store/fold_when_idle.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { researchNoteStream } from "../../../store/research/stream.ts";
import { showApproval } from "../../control/approvals/read_model.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { taskSessionsOf } from "../../sessions/task_sessions/get.ts";
import { artifactIndex } from "../../control/runs/artifact_index.ts";
import { delegationPlan } from "./delegation_plan.ts";
import { passedNodesOf } from "./passed_nodes.ts";
import { attemptsOf } from "./attempts.ts";
import type { RunWorkspaceSnapshot } from "./detail_schemas.ts";
import { progressOf } from "./progress.ts";
import { evaluationsOf } from "../../control/runs/evaluations.ts";
import { requireRun, showRun } from "../../control/runs/read_model.ts";
import { summaryOf } from "./summary.ts";
import { shownPlacement } from "./placement.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";

/** How many of each task session's newest events a snapshot contains; the session's own details have more. */
const EVENTS = 20;

/** Returns everything that belongs to a run, in one snapshot. */
export async function runWorkspace(ctx: Ctx, id: string): Promise<RunWorkspaceSnapshot> {
  await foldInTurns(ctx.store);
  const run = requireRun(ctx, id);
  const sessions = sessionsOf(ctx, id);
  const approvals = ctx.store.documents.all(approvalStream, { runId: id }, { newestFirst: true });
  const evaluations = evaluationsOf(ctx, id);
  const index = artifactIndex(ctx, id);
  return {
    run: showRun(ctx, run),
    placement: shownPlacement(ctx, run),
    ...automationOf(ctx, run),
    summary: summaryOf(run, sessions),
    progress: progressOf(ctx, run, sessions),
    delegationPlan: delegationPlan(ctx, id),
    ...passedNodesOf(ctx, run),
    taskSessions: taskSessionsOf(ctx, run, { events: EVENTS }),
    approvals: approvals.map((approval) => showApproval(ctx, approval)),
    evaluations,
    attempts: attemptsOf(run),
    latestCoordinatorReport: run.latestReport
      ? { ...run.latestReport, kind: run.latestReport.kind as "status" | "final", runId: id }
      : null,
    artifactIndex: index,
    researchNotes: ctx.store.documents.all(researchNoteStream, { runId: id }, { newestFirst: true }),
    auditSummary: {
      events: ctx.store.events.countOfRun(id),
      approvals: approvals.length,
      evaluations: evaluations.length,
      artifacts: index.counts.total,
    },
  };
}

/** Returns the automation that started a run, with its current name. */
function automationOf(
  { store }: Ctx,
  { automationId, fireId }: RunDocument,
): Pick<RunWorkspaceSnapshot, "automation"> {
  if (automationId === undefined || fireId === undefined) return {};
  const name = store.documents.get(automationStream, automationId)?.name ?? null;
  return { automation: { id: automationId, name, fireId } };
}
