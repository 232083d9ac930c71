import type { ApprovalDocument } from "../../../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../../../store/runs/document.ts";
import { NOTHING_REVIEWED } from "../../../../../store/shared/review_flags.ts";
import { reject } from "../../../../control/approvals/decide.ts";
import { parseRecipe } from "../../../../workforce/recipes/parse.ts";
import { withArticle } from "../../../../ground/kernel/words.ts";
import { requireRun } from "../../../../control/runs/read_model.ts";
import type { MessageIntent } from "../words/intent.ts";
import { type Focus, pendingFor } from "../../focus.ts";
import { askBack, type CoordinatorReply, type MessageResult, type ReplyContext } from "../../situation.ts";
import { severalWait } from "./note_approval.ts";
import { sessionsOf } from "../../../../control/lifecycle/sessions.ts";

/** The longest note of a decision. */
const NOTE = 10_000;

/** Applies a clear no, or a request for rework, to the one checkpoint that it can mean. Only the operator can decide. */
export function refuseCheckpoint(
  situation: ReplyContext,
  focus: Focus,
  { kind, words }: Extract<MessageIntent, { kind: "reject" | "rework" }>,
): MessageResult {
  const { ctx } = situation;
  const pending = pendingFor(situation, focus);
  if ("several" in pending) return askBack(severalWait(pending.several), focus.run?.id);
  if ("none" in pending) {
    return askBack(`${pending.none} Nothing was changed. What should be done?`, focus.run?.id);
  }
  const { run, approval } = pending;
  if (ctx.actor !== "operator") {
    return askBack(
      `The agent token cannot decide approvals, so nothing was changed. A human can: \`agent-harness review ${approval.id}\`.`,
      run.id,
    );
  }
  if (situation.input.metadata?.origin === "voice") {
    return askBack(
      `A spoken message cannot decide approvals, so nothing was changed. Type it, or use: \`agent-harness review ${approval.id}\`.`,
      run.id,
    );
  }
  if (kind === "rework" && approval.policyClass !== "repo-write") {
    return askBack(
      `${
        withArticle(approval.policyClass, true)
      } checkpoint has no work to repeat. \`reject: <reason>\` rejects it.`,
      run.id,
    );
  }
  if (kind === "reject" && words === "") {
    return askBack(
      `Reject the approval ${approval.id}? This cannot be undone. Nothing was changed yet. ` +
        "Say `reject: <reason>` to reject it, or `rework: <what to change>` to send the work back.",
      run.id,
    );
  }
  if (kind === "rework" && words === "") {
    return askBack("What should be changed? Say `rework: <what to change>`.", run.id);
  }
  if (words.length > NOTE) {
    return askBack(`The reason is longer than ${NOTE} characters. Please shorten it.`, run.id);
  }
  const act = () =>
    kind === "rework" ? sendBack(situation, run, approval, words) : turnDown(situation, run, approval, words);
  return { runId: run.id, act };
}

function turnDown(
  { ctx }: ReplyContext,
  run: RunDocument,
  { id }: ApprovalDocument,
  words: string,
): CoordinatorReply {
  reject(ctx, id, { actorType: "human", reviewerNote: words, ...NOTHING_REVIEWED });
  return {
    reply: `The approval ${id} was rejected, with your words as the reason. The run ${run.id} is ${
      requireRun(ctx, run.id).status
    }. Nothing was written.`,
    effects: [{
      kind: "approval_rejected",
      summary: "The approval was rejected.",
      runId: run.id,
      approvalId: id,
    }],
  };
}

function sendBack(
  { ctx }: ReplyContext,
  run: RunDocument,
  { id }: ApprovalDocument,
  words: string,
): CoordinatorReply {
  reject(ctx, id, { actorType: "human", reviewerNote: words, disposition: "rework", ...NOTHING_REVIEWED });
  const { round } = requireRun(ctx, run.id);
  const taskId = `rework_${round}`;
  const session = sessionsOf(ctx, run.id)
    .find((candidate) => candidate.taskId === taskId);
  const understood = run.plannedBy?.provider !== "builtin" || !("misunderstood" in parseRecipe(words));
  const caveat = understood
    ? ""
    : " The builtin worker will not understand this and will ask for guidance. It understands recipes.";
  return {
    reply:
      `The work was sent back as ${taskId} with your message. A new approval will show the result.${caveat}`,
    effects: [
      { kind: "approval_rejected", summary: "The work was sent back.", runId: run.id, approvalId: id },
      {
        kind: "plan_changed",
        summary: `The plan now has ${taskId}.`,
        runId: run.id,
        ...(session && { taskSessionId: session.id }),
        planChange: { round, added: [taskId], removed: [], changed: [] },
      },
    ],
  };
}
