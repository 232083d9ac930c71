import { otherSubject } from "../../../client/approval_subject.ts";
import type { ComponentChildren } from "preact";
import { UnaskedPanel } from "../../autonomy/unasked_panel.tsx";
import { ByHandSection } from "./diff/by_hand.tsx";
import type { DecisionProps } from "./decision/decision_bar.tsx";
import { EvidenceSection } from "./evidence/evidence_section.tsx";
import { HashesSection } from "./evidence/hashes_section.tsx";
import { PolicySection } from "./policy_section.tsx";
import { VerificationActions } from "./decision/verification_actions.tsx";

/** The evidence in full: beside a patch or a plan, and folded below a worker's question. */
export function Details(props: DecisionProps) {
  if (!props.review.approval.asks) {
    return (
      <aside class="review-side" aria-label="Details">
        <Bound {...props} />
      </aside>
    );
  }
  return (
    <details>
      <summary>Evidence, hashes and policy class</summary>
      <aside class="review-side" aria-label="Details">
        <Bound {...props} />
      </aside>
    </details>
  );
}

function Bound({ store, review, bundle }: DecisionProps) {
  const open = store.closed.value === null;
  return (
    <>
      <Part title="Evidence">
        <EvidenceSection store={store} review={review} bundle={bundle} />
        {open && bundle && !otherSubject(review.approval) && (
          <VerificationActions store={store} review={review} />
        )}
      </Part>
      {store.people.value && (
        <Part title="Changed by hand">
          <ByHandSection store={store} />
        </Part>
      )}
      {bundle && <UnaskedPanel runId={review.approval.runId} />}
      <Part title="Hashes">
        <HashesSection store={store} review={review} bundle={bundle} />
      </Part>
      <Part title="Policy class">
        <PolicySection review={review} />
      </Part>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
