import { type ApprovalDocument, approvalStream } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { summariseRun } from "../runs/read_model.ts";
import { describeNetwork } from "../../store/runs/network_words.ts";
import { traceOf } from "../runs/traces.ts";
import type { StoredEvent } from "../../store/event.ts";
import type { ApplyingLive } from "./applying.ts";
import { showApproval } from "./read_model.ts";
import type { ApprovalQueueSnapshot } from "./schemas.ts";

/** How many of a run's newest events are shown beside an approval. */
const TRACES = 20;

/** What waits for a decision, the longest wait first, with all that one needs to decide. */
export function approvalQueue(
  ctx: Ctx<ApplyingLive>,
  page: { limit: number; offset: number },
): ApprovalQueueSnapshot {
  const pending = ctx.store.documents.find(approvalStream, { status: "pending" }, page);
  return {
    items: pending.filter((approval) => mayRead(ctx, approval)).map((approval) => queueItem(ctx, approval)),
    counts: ctx.store.documents.counts(approvalStream),
  };
}

/** One checkpoint with its run, its task session, its hashes and what happened lately. */
export function queueItem(ctx: Ctx, approval: ApprovalDocument): ApprovalQueueSnapshot["items"][number] {
  const run = ctx.store.documents.get(runStream, approval.runId);
  const session = approval.taskSessionId
    ? ctx.store.documents.get(taskSessionStream, approval.taskSessionId)
    : null;
  const { evidence, evidenceDigest, authority, coordinatorApprovable, recommendedAction } = approval;
  return {
    id: approval.id,
    approval: showApproval(ctx, approval),
    run: run && summariseRun(ctx, run),
    taskSession: session &&
      { id: session.id, taskId: session.taskId, title: session.title, status: session.status },
    evidenceArtifacts: evidence.map(({ id, path, sha256, size }) => ({ id, path, sha256, size })),
    hashEvidence: { evidenceDigest, items: evidence.map(({ id, sha256 }) => ({ id, sha256 })) },
    relatedTraceEvents: eventsAbout(ctx, approval).map(traceOf),
    coordinatorAuthority: { authority, coordinatorApprovable },
    recommendedAction,
    network: describeNetwork(run?.network),
    waitingSeconds: Math.max(0, Math.round((ctx.now().getTime() - Date.parse(approval.requestedAt)) / 1000)),
    ifIgnored: `It expires at ${approval.expiresAt}; ${
      approval.subject ? "nothing is done then" : "the run then fails and nothing is written"
    }.`,
  };
}

/** The agent token reads approvals of runs, and of the subjects that say so. */
const mayRead = (ctx: Ctx<ApplyingLive>, { subject }: ApprovalDocument): boolean =>
  ctx.actor !== "agent" || !subject || (ctx.applying.subjects.get(subject.kind)?.agentReads ?? false);

/** The newest events of the run, or all of the approval where it is about something else. */
const eventsAbout = (ctx: Ctx, { id, runId, subject }: ApprovalDocument): readonly StoredEvent[] =>
  subject ? ctx.store.events.ofStream(`approval/${id}`) : ctx.store.events.newestOfRun(runId, TRACES);
