import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import { isTerminal, type RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { idOf, recordsOf } from "./records.ts";
import type { ReplyContext } from "./situation.ts";

/** Which run a message is about. `named` if it says so itself; `problem` if what it names does not exist. */
export type Focus = {
  run: RunDocument | null;
  taskSessionId: string | null;
  approvalId: string | null;
  named: boolean;
  problem: string | null;
};

/** How many of a conversation's newest runs are searched. */
const RUNS = 50;

const IDS = /\b(?:run|approval|task)_[0-9a-z]{26}\b/g;

/** Returns the run that the message names, else the conversation's active one, else its last one. */
export function focusOf({ ctx, conversation, input }: ReplyContext): Focus {
  const ids = [input.runId, input.taskSessionId, ...input.content.slice(0, 4000).match(IDS) ?? []]
    .filter((id) => id !== undefined);
  const named = ids.map((id) => lookUp(ctx, id));
  const unknown = ids.find((_, i) => named[i] === null);
  const runs = new Set(named.map((found) => found?.run.id));
  const first = named.find((found) => found !== null);
  const focus = {
    run: first?.run ?? null,
    taskSessionId: named.find((found) => found?.taskSessionId)?.taskSessionId ?? null,
    approvalId: named.find((found) => found?.approvalId)?.approvalId ?? null,
    named: ids.length > 0,
    problem: null,
  };
  if (unknown) return { ...focus, problem: `Nothing has the id "${unknown}".` };
  if (runs.size > 1) return { ...focus, problem: "The message names more than one run. Name only one." };
  if (first) return focus;
  const active = conversation.activeRunId && ctx.store.documents.get(runStream, conversation.activeRunId);
  return { ...focus, run: active || lastRunOf(ctx, conversation.id) };
}

type Found = { run: RunDocument; taskSessionId?: string; approvalId?: string };

function lookUp(ctx: Ctx, id: string): Found | null {
  const { documents } = ctx.store;
  const run = (runId: string | undefined) => runId === undefined ? null : documents.get(runStream, runId);
  if (id.startsWith("run_")) {
    const found = run(id);
    return found && { run: found };
  }
  if (id.startsWith("task_")) {
    const found = run(documents.get(taskSessionStream, id)?.runId);
    return found && { run: found, taskSessionId: id };
  }
  const found = run(documents.get(approvalStream, id)?.runId);
  return found && { run: found, approvalId: id };
}

/** Returns the newest existing runs of a conversation, newest first. */
export function runsOf(ctx: Ctx, conversationId: string, limit = RUNS): RunDocument[] {
  return recordsOf(ctx, conversationId, "run", { limit })
    .flatMap((event) => ctx.store.documents.get(runStream, idOf(event)) ?? []);
}

/** Returns the run that a conversation started last, or null. */
export const lastRunOf = (ctx: Ctx, conversationId: string): RunDocument | null =>
  runsOf(ctx, conversationId, 1)[0] ?? null;

/** Returns the open checkpoint of a run, or null. */
export function pendingOf(ctx: Ctx, run: RunDocument): ApprovalDocument | null {
  if (isTerminal(run.status)) return null;
  return ctx.store.documents.find(approvalStream, { runId: run.id }, { limit: 20, newestFirst: true })
    .find(({ status }) => status === "pending") ?? null;
}

/** The open checkpoints, and which of them the message means: exactly one, none, or an unclear choice. */
type PendingChoice =
  | { run: RunDocument; approval: ApprovalDocument }
  | { none: string }
  | { several: ApprovalDocument[] };

/** Returns the one checkpoint that a message can mean. An answer without an id means none if several are open. */
export function pendingFor(situation: ReplyContext, focus: Focus): PendingChoice {
  const { ctx, conversation } = situation;
  if (focus.named) {
    const approval = focus.run && pendingOf(ctx, focus.run);
    if (!focus.run || !approval) return { none: `The run ${focus.run?.id} is not waiting for a decision.` };
    if (focus.approvalId && focus.approvalId !== approval.id) {
      return {
        none: `The approval ${focus.approvalId} is no longer waiting. ${approval.id} is.`,
      };
    }
    return { run: focus.run, approval };
  }
  const runs = runsOf(ctx, conversation.id);
  if (focus.run && !runs.some(({ id }) => id === focus.run!.id)) runs.push(focus.run);
  const waiting = runs.flatMap((run) => {
    const approval = pendingOf(ctx, run);
    return approval ? [{ run, approval }] : [];
  });
  if (waiting.length > 1) return { several: waiting.map(({ approval }) => approval) };
  return waiting[0] ?? { none: "No run of this conversation is waiting for a decision." };
}
