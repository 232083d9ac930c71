import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import { taskMakers } from "../../../store/worker_machines/task_makers.ts";
import { workerMachineStream } from "../../../store/worker_machines/machine.ts";
import { OF_RUNS } from "../../../store/shared/undecided.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { isOut, sessionsOf } from "../lifecycle/sessions.ts";
import { evaluationsOf } from "../runs/evaluations.ts";
import { presentApproval } from "./present.ts";
import { queueItem } from "./queue.ts";
import { committerOf, deliveriesOf } from "./delivery.ts";
import { requireApproval } from "./read_model.ts";
import { roundsBefore, showRounds } from "./rounds.ts";
import type { ApprovalQueueSnapshot, ApprovalReview } from "./schemas.ts";

/** Returns one checkpoint, open or decided. Compares the working tree with the base while something may still be written. */
export async function getApproval(ctx: Ctx, id: string): Promise<ApprovalReview> {
  const { approval, drift } = await presentApproval(ctx, requireApproval(ctx, id));
  // Read again, because it may have been decided while the files were read.
  const now = requireApproval(ctx, id);
  const current = now.updatedAt === approval.updatedAt ? approval : now;
  const [newest] = current.subject
    ? []
    : ctx.store.documents.find(approvalStream, { runId: current.runId }, { limit: 1, newestFirst: true });
  const later = newest && newest.id > id;
  return {
    ...queueItem(ctx, { approval: current, drift }),
    ...aboutRun(ctx, current),
    author: await proposedAuthor(ctx, current),
    nextApprovalId: later ? newest.id : null,
  };
}

async function proposedAuthor(ctx: Ctx, approval: ApprovalDocument): Promise<ApprovalReview["author"]> {
  const isOpen = approval.status === "pending" && approval.bundle && !approval.subject;
  return isOpen ? await committerOf(ctx.store.documents.get(runStream, approval.runId)?.base) : null;
}

function aboutRun(
  ctx: Ctx,
  approval: ApprovalDocument,
): Omit<ApprovalReview, keyof ApprovalQueueSnapshot["items"][number] | "nextApprovalId" | "author"> {
  const { id, runId, round, subject } = approval;
  const run = ctx.store.documents.get(runStream, runId);
  const evaluation = subject ? undefined : evaluationsOf(ctx, runId).findLast((each) => each.round === round);
  const { base, plannedBy, worker, policy } = run ?? {};
  const { documents } = ctx.store;
  const machines = taskMakers(ctx.store, runId);
  const nameOf = ({ machineId }: { machineId: string }) =>
    documents.get(workerMachineStream, machineId)?.name ?? machineId;
  return {
    target: base ? { root: base.root, kind: base.kind, commit: base.commit, ref: base.ref } : null,
    worker: plannedBy ?? worker ?? null,
    // No worker made a patch that is not the run's work, such as an undo.
    work: (approval.bundle && subject && !OF_RUNS.includes(subject.kind) ? [] : sessionsOf(ctx, runId))
      .filter((
        session,
      ) => !run || !isOut(run, session)).map((
        { id, title, status, statusDetail, result },
      ) => ({
        id,
        title,
        status,
        summary: result?.summary ?? statusDetail ?? "",
        machines: [...new Set(machines.filter((each) => each.taskSessionId === id).map(nameOf))],
      })),
    policy: policy ?? null,
    evaluation: evaluation ?? null,
    deliveries: deliveriesOf(approval, base),
    delivery: run?.approvalId === id ? run.delivery ?? null : null,
    rounds: showRounds(roundsBefore(ctx, approval)),
  };
}
