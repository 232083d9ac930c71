import type { Review } from "../model/types.ts";
import { approvalWord } from "../../../store/shared/state_words.ts";
import { Status } from "../../kit/badge.tsx";
import { RiskBadge } from "./risk_badge.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";

const ADVICE = {
  approve: "Nothing unusual was found.",
  inspect: "Check it carefully before you decide.",
  reject: "We recommend rejecting it.",
} as const;

/** The state, the risk, the recommendation, and the reasons. If nothing could be written, that is the recommendation. */
export function Advice({ review: { approval, drift } }: { review: Review }) {
  const advice = approval.status !== "pending"
    ? "What was known about it:"
    : drift && drift.total > 0
    ? "At present, approving writes nothing."
    : ADVICE[approval.recommendedAction];
  return (
    <section class="advice" aria-label="Risk and advice">
      <Status status={approvalWord(approval)} /> <RiskBadge risk={approval.risk} /> <strong>{advice}</strong>
      <ul>
        {approval.reasons.map((reason) => (
          <li key={reason}>
            <ShownText text={reason} />
          </li>
        ))}
      </ul>
    </section>
  );
}
