import { ifUndecided } from "../../../store/approvals/undecided.ts";
import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { Pace } from "../../ground/kernel/pace.ts";
import { summariseRun } from "../runs/read_model.ts";
import { describeNetwork } from "../../../store/runs/network_words.ts";
import { traceOf } from "../runs/traces.ts";
import type { StoredEvent } from "../../../store/event.ts";
import type { ApplyingLive } from "./applying.ts";
import { type Present, presentApproval } from "./present.ts";
import { showApproval } from "./read_model.ts";
import { readableApprovals } from "./readable.ts";
import type { ApprovalQueueQuery, ApprovalQueueSnapshot } from "./schemas.ts";

/** How many of a run's newest events are shown with an approval. */
const TRACES = 20;

/** How many paths are compared with the working tree for one response. Beyond that, drift is null. */
const MAX_PATHS = 2000;

/** Returns the open approvals, what expires soonest first, with everything needed to decide. */
export async function approvalQueue(
  ctx: Ctx<ApplyingLive>,
  query: ApprovalQueueQuery,
): Promise<ApprovalQueueSnapshot> {
  const budget = { paths: MAX_PATHS };
  const items: ApprovalQueueSnapshot["items"] = [];
  const pace = new Pace();
  for (const approval of readableApprovals(ctx, query)) {
    await pace.breathe();
    const present = await presentApproval(ctx, approval, budget);
    // It may have been decided while the files were read.
    const now = ctx.store.documents.get(approvalStream, approval.id);
    if (now?.status === "pending") items.push(queueItem(ctx, present));
  }
  return {
    items,
    counts: ctx.store.documents.counts(approvalStream),
  };
}

/** Returns one checkpoint with its run, its task session, its hashes and the latest events. */
export function queueItem(ctx: Ctx, { approval, drift }: Present): ApprovalQueueSnapshot["items"][number] {
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
    drift,
    network: describeNetwork(run?.network),
    waitingSeconds: Math.max(0, Math.round((ctx.now().getTime() - Date.parse(approval.requestedAt)) / 1000)),
    ifIgnored: ifUndecided(ctx.now().toISOString(), approval),
  };
}

/** Returns the newest events of the run, or all of the approval if it is about something else. */
const eventsAbout = (ctx: Ctx, { id, runId, subject }: ApprovalDocument): readonly StoredEvent[] =>
  subject ? ctx.store.events.ofStream(`approval/${id}`) : ctx.store.events.newestOfRun(runId, TRACES);
