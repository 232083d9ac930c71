import { closedBecause } from "../model/blockers.ts";
import type { Approval } from "../model/types.ts";
import { Time } from "../../kit/time.tsx";

/** What was decided, when, and what was confirmed with it. */
export function Decided({ approval }: { approval: Approval }) {
  const { decision } = approval;
  const confirmed = [
    decision?.reviewedEvidence && "the evidence",
    decision?.reviewedHashes && "the hashes",
    decision?.reviewedPolicyClass && "the policy class",
  ].filter(Boolean);
  return (
    <section class="decision" aria-label="Decision">
      <h2>Decision</h2>
      <p>{closedBecause(approval)}</p>
      {decision && (
        <p class="hint">
          Decided <Time at={decision.at} />.
          {confirmed.length > 0 && ` Reviewed: ${confirmed.join(", ")}.`}
        </p>
      )}
    </section>
  );
}
