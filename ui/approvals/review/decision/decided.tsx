import { closedBecause } from "../../model/blockers.ts";
import type { Approval } from "../../model/types.ts";
import { Link } from "../../../kit/link.tsx";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import { Time } from "../../../kit/text/time.tsx";
import { seenPathsWords, shownWords } from "../../../../client/seen.ts";
import { firstLine } from "../../../../client/words.ts";
import type { ReviewStore } from "../store/store.ts";

/** The decision with its time and confirmations, and the next checkpoints. */
export function Decided({ store, approval }: { store: ReviewStore; approval: Approval }) {
  const { decision } = approval;
  const confirmed = [
    decision?.reviewedEvidence && "the evidence",
    decision?.reviewedHashes && "the hashes",
    decision?.reviewedPolicyClass && "the policy class",
  ].filter(Boolean);
  const [next] = store.others.value;
  return (
    <section class="decision-bar" aria-label="Decision">
      <div class="decision-verbs">
        <p class="decision-said">
          {closedBecause(approval)} {decision && (
            <span class="hint">
              Decided <Time at={decision.at} />.
              {confirmed.length > 0 && ` Reviewed: ${confirmed.join(", ")}.`}
              {decision.actorType === "human" && ` ${shownWords(decision.shown)}`}{" "}
              <ShownText as="span" class="wrap-anywhere" text={seenPathsWords(decision.shown) ?? ""} />
            </span>
          )}
        </p>
        {next
          ? (
            <>
              <ShownText
                as="span"
                class="hint small one-line"
                text={firstLine(next.run?.request ?? next.approval.title)}
              />
              <Link class="button button-primary" to={next.id}>
                Next review <kbd aria-hidden="true">n</kbd>
              </Link>
            </>
          )
          : <a class="button" href="/dashboard/approvals">Back to the queue</a>}
      </div>
    </section>
  );
}
