import type { ApprovalDocument } from "../../../../../store/approvals/stream.ts";
import { withArticle } from "../../../../ground/kernel/words.ts";
import { type Focus, pendingFor } from "../../focus.ts";
import { askBack, type MessageResult, type ReplyContext, say } from "../../situation.ts";

/** Answers a message that sounds like a yes. It approves nothing, but says how to review the evidence and decide. */
export function noteApproval(situation: ReplyContext, focus: Focus): MessageResult {
  const pending = pendingFor(situation, focus);
  if ("several" in pending) return askBack(severalWait(pending.several), focus.run?.id);
  if ("none" in pending) {
    return askBack(`${pending.none} Nothing was changed. \`help\` lists what I understand.`, focus.run?.id);
  }
  const { approval, run } = pending;
  return say({
    reply: `I cannot approve anything: ${howToReview(approval)}`,
    effects: [{
      kind: "approval_noted",
      summary: "The message sounds like an approval. Nothing was approved.",
      runId: run.id,
      approvalId: approval.id,
    }],
  }, run.id);
}

/** Says how a person reviews a checkpoint and decides it. */
const howToReview = ({ id, policyClass }: ApprovalDocument): string =>
  `${
    withArticle(policyClass)
  } checkpoint is approved by a human who has reviewed its evidence, hashes and policy class. ` +
  `Use \`agent-harness review ${id}\`, the dashboard, or POST /approvals/${id}/approve. ` +
  "To reject it here, say `reject: <reason>` or `rework: <what to change>`.";

/** Several checkpoints are open, and the message does not say which one it means. */
export const severalWait = (approvals: readonly ApprovalDocument[]): string =>
  `Several approvals are waiting, and the message does not say which: ${
    approvals.slice(0, 10).map(({ id, runId }) => `${id} (of ${runId})`).join(", ")
  }. Nothing was changed. Repeat the message with the id of the approval.`;
