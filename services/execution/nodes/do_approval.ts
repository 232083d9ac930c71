import { type ApprovalDocument, approvalStream, type Evidence } from "../../../store/approvals/stream.ts";
import { NODE_SUBJECT } from "../../../store/shared/undecided.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import { withdrawAll } from "../../control/approvals/withdraw.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { cancelChildren } from "../../control/runs/end.ts";
import { requireTaskSession } from "../../sessions/task_sessions/read_model.ts";
import { pathsToRework } from "../../control/workflows/graph/mod.ts";
import { millisecondsOf } from "../../control/workflows/language/mod.ts";
import { requestApproval, waitForApproval } from "../questions/approval.ts";
import { Halted, StepFailed } from "../commands/interrupts.ts";
import type { QuestionsPort, RunPort, StepPorts } from "../commands/ports.ts";
import type { NodeResult } from "./do_join.ts";
import type { LoadedWorkflow } from "./loaded.ts";
import type { WorkOf } from "./plan_node.ts";

/**
 * Asks a human, once per round however often the service restarts, and returns the answer when there is one. A rejection that
 * asks for rework queues what has to be done again; nothing before that changes.
 */
export async function askHuman(
  step: StepPorts,
  workflow: LoadedWorkflow,
  round: number,
  id: string,
  work: WorkOf<"approval">,
): Promise<NodeResult> {
  const { node } = work;
  const { latest, turn } = askedFor(step, id);
  if (!latest) {
    await ask(step, workflow, round, id, work, turn + 1);
    return null;
  }
  if (latest.status === "pending") return null;
  const approved = latest.status === "approved";
  const note = latest.decision?.reviewerNote ?? latest.applicationDetail ?? "";
  const value = {
    decision: approved ? "approve" : "reject",
    note,
    ...(latest.decision?.response && { form: latest.decision.response }),
  };
  if (approved) return { value, summary: "It was approved." };
  const { onReject, rework } = node.with;
  if (rework && turn <= rework.maxRounds && latest.status === "rejected") {
    await redo(step, workflow, round, { id, path: work.path, from: rework.node, turn, note });
    return null;
  }
  const refusal = refusalOf(latest);
  if (onReject === "skip") return { value, summary: refusal.message };
  throw refusal;
}

/** Returns the failure of a node whose approval was rejected or has expired. */
export function refusalOf({ status, decision, applicationDetail }: ApprovalDocument): StepFailed {
  const note = decision?.reviewerNote ?? applicationDetail ?? "";
  const detail = note === "" ? "It was rejected." : `It was rejected: ${note}`;
  return new StepFailed(status === "expired" ? "approval_expired" : "approval_rejected", detail);
}

/** Returns the approval that a node waits for, decided or not, if it was asked for; and how often it was rejected. */
export function askedFor(step: RunPort, id: string): { latest: ApprovalDocument | null; turn: number } {
  const asked = askedBefore(step, id);
  const turn = asked.filter(({ status }) => status === "rejected" || status === "expired").length;
  const latest = asked.at(-1);
  const isCurrent = latest !== undefined && requireTaskSession(step.ctx, id).waitingFor?.id === latest.id;
  return { latest: isCurrent ? latest : null, turn };
}

const keyOf = (path: string, turn: number): string => `${path}#${turn}`;

/** Returns what was asked for a node so far, oldest first; withdrawn approvals do not count. */
const askedBefore = (step: RunPort, id: string): ApprovalDocument[] =>
  step.ctx.store.documents.all(approvalStream, { runId: step.runId })
    .filter(({ subject, status }) =>
      subject?.kind === NODE_SUBJECT && subject.id === id && status !== "cancelled"
    );

async function ask(
  step: RunPort & QuestionsPort,
  workflow: LoadedWorkflow,
  round: number,
  id: string,
  { path, node, content, tainted }: WorkOf<"approval">,
  turn: number,
): Promise<void> {
  const { ctx } = step;
  const { title, show, form, expiresIn } = node.with;
  const words = typeof content.content === "string" ? content.content : "";
  const shown = step.sessions().filter(({ node, output }) =>
    node && output && show.includes(node.path.slice(node.path.lastIndexOf(".") + 1))
  );
  const evidence = shown.map(({ taskId, output, attempt }): Evidence => ({
    id: `${step.runId}/${taskId}-${attempt}`,
    kind: "trace",
    path: `outputs/${taskId}-${attempt}.json`,
    sha256: output!.sha256,
    size: output!.size,
    summary: output!.preview,
  }));
  const outside = shown.filter(({ output }) => output!.tainted).map(({ taskId }) => taskId);
  const reasons = [
    `The workflow asks for a decision here. Nothing before this point runs again, whatever you decide.`,
    ...(outside.length > 0 || tainted.length > 0
      ? [
        `Part of the content came from outside (${[...outside, ...tainted].join(", ")}) and is untrusted.`,
      ]
      : []),
  ];
  await step.advance(round, (run) =>
    requestAnswer(step, run, id, {
      risk: outside.length > 0 || tainted.length > 0 ? "medium" : "low",
      reasons,
      title: String(content.title ?? title),
      summary: words === ""
        ? `The node "${path}" of the workflow "${workflow.definition.name}".`
        : words.slice(0, 4000),
      evidence,
      permissionKey: keyOf(path, turn),
      ...(form && { form }),
      expiresAt: new Date(ctx.now().getTime() + millisecondsOf(expiresIn)!).toISOString(),
    }));
}

type Question =
  & Pick<ApprovalDocument, "risk" | "reasons" | "title" | "summary" | "evidence" | "permissionKey">
  & { form?: Record<string, unknown>; expiresAt?: string };

/** Asks a human what a node continues with, and makes its task session wait for the answer, in the caller's unit. */
export function requestAnswer(
  step: RunPort & QuestionsPort,
  run: RunDocument,
  id: string,
  question: Question,
): void {
  const subject = { kind: NODE_SUBJECT, id };
  const about = { policyClass: "internal" as const, recommendedAction: "inspect" as const, subject };
  waitForApproval(step, requestApproval(step, run, { ...about, ...question }, id), id);
}

/**
 * Queues the named node and all nodes after it, with the reviewer's note as guidance for it. What is open of them ends: their
 * questions are withdrawn, the runs that they started end, and their work stops.
 */
async function redo(
  step: StepPorts,
  workflow: LoadedWorkflow,
  round: number,
  { id: own, path, from, turn, note }: { id: string; path: string; from: string; turn: number; note: string },
): Promise<void> {
  const { ctx } = step;
  const sessions = step.sessions().filter(({ node }) => node);
  const records = new Map(
    sessions.map(({ node }) => [node!.path, { path: node!.path, status: "going" as const }]),
  );
  const paths = pathsToRework(workflow.definition, path, from, records);
  const again = sessions.filter(({ node }) => paths.includes(node!.path) || node!.path === path);
  await step.advance(round, (run) => {
    // Another rejection may have asked for the same in the meantime.
    if (askedFor(step, own).latest === null) throw new Halted();
    const detail = `"${path}" was rejected, and this is done again.`;
    cancelChildren(ctx, again, detail);
    withdrawAll(ctx, run.id, again, detail);
    for (const session of again) {
      moveSession(ctx, session.id, "queue", { round: session.round });
      const isFirst = session.node!.path.slice(session.node!.path.lastIndexOf(".") + 1) === from;
      if (!isFirst || note === "" || session.node!.kind !== "prompt") continue;
      const data = { guidanceId: ctx.newId("guidance"), content: note };
      record(
        ctx,
        taskSessionStream,
        session.id,
        [{ type: "task_session.guidance_added", data }],
        step.context(session.id),
      );
    }
    record(
      ctx,
      runStream,
      run.id,
      [{ type: "workflow.reworked", data: { path, round: turn, paths } }],
      step.context(),
    );
  });
  await Promise.all(again.map(({ id }) => id === own ? undefined : step.halt(id)));
}
