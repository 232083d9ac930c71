import { openApprovals } from "../../../../../store/approvals/open.ts";
import { approvalStream } from "../../../../../store/approvals/stream.ts";
import { runStream } from "../../../../../store/runs/stream.ts";
import { answer, type MessageResult, type ReplyContext } from "../../situation.ts";
import { counted, shownTime } from "../../../../ground/kernel/words.ts";

const LISTED = 20;

/** Lists what only a person can resolve, in the whole service. Texts of other runs are not repeated. */
export function needsMe({ ctx }: ReplyContext): MessageResult {
  const { documents } = ctx.store;
  const approvals = openApprovals(documents, { limit: LISTED });
  const runs = [
    ...documents.find(runStream, { archivedAt: null, status: "waiting" }, { limit: LISTED }),
    ...documents.find(runStream, { archivedAt: null, status: "paused" }, { limit: LISTED }),
  ].filter(({ status, waitingFor }) => status === "paused" || waitingFor?.kind !== "approval");
  const lines = [
    ...approvals.map(({ id, runId, subject, policyClass, expiresAt }) =>
      `- decide ${id} (${policyClass}) of ${subject?.id ?? runId} by ${
        shownTime(expiresAt)
      }: \`agent-harness review ${id}\``
    ),
    ...runs.map(({ id, status, waitingFor }) =>
      status === "paused"
        ? `- resume or cancel ${id}, which is paused`
        : `- ${id} has been waiting for ${waitingFor?.kind}${
          waitingFor ? ` since ${shownTime(waitingFor.since)}` : ""
        }: ask \`status ${id}\``
    ),
  ];
  const ids = [...approvals, ...runs].map(({ id }) => id);
  if (lines.length === 0) return answer("Nothing needs you.", ids);
  const total = documents.counts(approvalStream).pending ?? 0;
  const more = total > approvals.length ? [`and ${total - approvals.length} more approvals`] : [];
  return answer([`Waiting for you: ${counted(lines.length, "item")}.`, ...lines, ...more].join("\n"), ids);
}
