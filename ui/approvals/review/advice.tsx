import type { Approval } from "../model/types.ts";
import { RiskBadge } from "./risk_badge.tsx";
import { ShownText } from "../../kit/shown_text.tsx";

const ADVICE = {
  approve: "Nothing unusual was found.",
  inspect: "Look closely before you decide.",
  reject: "Rejecting it is recommended.",
} as const;

/** How risky it is, what to do with it, and why. */
export function Advice({ approval }: { approval: Approval }) {
  return (
    <section class="advice" aria-label="Risk and advice">
      <p>
        <RiskBadge risk={approval.risk} />{" "}
        <strong>
          {approval.status === "pending" ? ADVICE[approval.recommendedAction] : "What was known of it:"}
        </strong>
      </p>
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
