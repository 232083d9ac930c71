import { Badge } from "../../kit/badge.tsx";
import { POLICY_WORDS } from "../model/policy_words.ts";
import type { Review } from "../model/types.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";

/** The class of the decision, the reason for it, and the effect of approving. */
export function PolicySection({ review }: { review: Review }) {
  const { approval, target, policy, worker } = review;
  const words = POLICY_WORDS[approval.policyClass];
  return (
    <>
      <p>
        <Badge tone="info">{approval.policyClass}</Badge> {words.is}
      </p>
      <p>{words.approving}</p>
      <dl class="review-facts">
        {target && <Fact name="Where" value={target.root} />}
        {target?.ref && <Fact name="Branch at the base" value={target.ref.replace(/^refs\/heads\//, "")} />}
        <Fact
          name="Who may decide"
          value={approval.coordinatorApprovable ? "a person, or the coordinator" : "a person only"}
        />
        {worker && (
          <Fact name="Who did the work" value={[worker.provider, worker.model].filter(Boolean).join(" / ")} />
        )}
        {policy && (
          <Fact name="How the request was classified" value={`${policy.policyClass}: ${policy.reason}`} />
        )}
      </dl>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <ShownText as="dd" text={value} />
    </div>
  );
}
