import type { PatchEvidence } from "../../../client/patch.ts";
import { otherSubject } from "../../../client/approval_subject.ts";
import { Link, useFindHref } from "../../kit/link.tsx";
import { outcomeOf } from "../model/outcome.ts";
import type { Review } from "../model/types.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Written } from "./written.tsx";

/** The outcome of the checkpoint, announced when it changes: applied, stale, superseded, or decided elsewhere. */
export function OutcomeBanner({ review, bundle }: { review: Review; bundle: PatchEvidence | null }) {
  const outcome = outcomeOf(review.approval);
  const about = useFindHref()(otherSubject(review.approval)?.id ?? review.approval.runId);
  const applied = review.approval.application === "applied";
  const note = review.approval.decision?.reviewerNote;
  return (
    <div role="status">
      {outcome && (
        <section class={`banner banner-${outcome.tone}`}>
          <h2>{outcome.title}</h2>
          <ShownText as="p" text={outcome.detail} />
          {note && (
            <blockquote class="decision-note">
              <ShownText text={note} />
            </blockquote>
          )}
          {applied && bundle && <Written review={review} bundle={bundle} />}
          {review.nextApprovalId && (
            <p>
              <Link class="button" to={review.nextApprovalId}>
                Open the next checkpoint
              </Link>
            </p>
          )}
          {about && (
            <p>
              <a href={about}>{otherSubject(review.approval) ? "Open its subject" : "Open the run"}</a>
            </p>
          )}
        </section>
      )}
    </div>
  );
}
