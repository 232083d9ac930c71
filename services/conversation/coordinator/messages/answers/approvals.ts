import { openApprovals } from "../../../../../store/approvals/open.ts";
import { type ApprovalDocument, approvalStream } from "../../../../../store/approvals/stream.ts";
import { answer, type MessageResult, type ReplyContext } from "../../situation.ts";
import { counted, shownTime } from "../../../../ground/kernel/words.ts";

const LISTED = 20;

/** Lists the open approvals of the whole service, what expires soonest first. Texts of other runs are not repeated. */
export function listApprovals({ ctx }: ReplyContext): MessageResult {
  const pending = openApprovals(ctx.store.documents, { limit: LISTED });
  const total = ctx.store.documents.counts(approvalStream).pending ?? 0;
  if (total === 0) return answer("No approvals are waiting.", []);
  const more = total > pending.length ? [`and ${total - pending.length} more`] : [];
  return answer(
    [`Waiting for a decision: ${counted(total, "approval")}.`, ...pending.map(line), ...more, REVIEW].join(
      "\n",
    ),
    pending.map(({ id }) => id),
  );
}

const REVIEW = "Review one with `agent-harness review <id>`, or in the dashboard.";

const line = ({ id, runId, subject, policyClass, risk, requestedAt, expiresAt }: ApprovalDocument): string =>
  `- ${id} of ${subject?.id ?? runId}: ${policyClass}, risk ${risk}, waiting since ${
    shownTime(requestedAt)
  }, expires ${shownTime(expiresAt)}`;
