import { approvalStream } from "../../../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../../../store/runs/document.ts";
import type { Ctx } from "../../../../ground/kernel/context.ts";
import { checkMove, legalMoves, type RequestedMove } from "../../../../control/lifecycle/runs.ts";
import { requestMove } from "../../../../execution/executor/move.ts";
import { requireRun } from "../../../../control/runs/read_model.ts";
import type { MessageIntent } from "../words/intent.ts";
import type { Focus } from "../../focus.ts";
import { askBack, type MessageResult, type ReplyContext, say } from "../../situation.ts";
import type { ExecutorLive } from "../../../../execution/commands/live.ts";

const DONE = {
  pause: { kind: "run_paused", word: "paused" },
  resume: { kind: "run_resumed", word: "resumed" },
  cancel: { kind: "run_cancelled", word: "cancelled" },
} as const;

/** Pauses, resumes or cancels a run. Only the operator may, as at the endpoints of the same names. */
export function move(
  { ctx }: ReplyContext,
  { run }: Focus,
  { move, reason }: Pick<Extract<MessageIntent, { kind: "move" }>, "move" | "reason">,
): MessageResult {
  if (!run) return askBack(`This conversation has no run yet, so there is nothing to ${move}.`);
  if (ctx.actor !== "operator") {
    return askBack(
      `The agent token may not ${move} a run. The operator can: POST /runs/${run.id}/${move}, or \`agent-harness runs ${move} ${run.id}\`.`,
      run.id,
    );
  }
  const obstacle = obstacleTo(ctx, run, move);
  if (obstacle) return askBack(obstacle, run.id);
  if (!checkMove(run, move)) {
    const reply = `The run ${run.id} is already ${run.status}. Nothing was changed.`;
    return say({ reply, effects: [{ kind: "nothing", summary: reply, runId: run.id }] }, run.id);
  }
  return { runId: run.id, act: () => moveNow(ctx, run, move, reason) };
}

function obstacleTo(ctx: Ctx<ExecutorLive>, run: RunDocument, move: RequestedMove): string | null {
  if (move !== "cancel" && run.finishedAt) {
    return `The run ${run.id} is ${run.status}, so you cannot ${move} it. \`retry\` starts a new run.`;
  }
  const application = run.approvalId && ctx.store.documents.get(approvalStream, run.approvalId)?.application;
  if (move !== "resume" && !run.finishedAt && (application === "ready" || application === "applying")) {
    return `The run ${run.id} is applying its approved patch and can no longer be changed. It will end in a moment.`;
  }
  return null;
}

/** The move is recorded with the message; the run's work is stopped once both are on disk, after the answer. */
function moveNow(ctx: Ctx<ExecutorLive>, run: RunDocument, move: RequestedMove, reason: string | undefined) {
  requestMove(ctx, run.id, move, reason).catch((cause) => ctx.log.error(`A run could not ${move}`, cause));
  const { status } = requireRun(ctx, run.id);
  const { kind, word } = DONE[move];
  const next = legalMoves(status).length > 0 ? ` It is now ${status}.` : "";
  const reply = `The run ${run.id} was ${word}${reason ? `: ${reason}` : "."}${next}`;
  return { reply, effects: [{ kind, summary: `The run was ${word}.`, runId: run.id }] };
}
