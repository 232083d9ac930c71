import { Link, useFindHref } from "../../kit/link.tsx";
import { outcomeOf } from "../model/outcome.ts";
import type { Bundle, Review } from "../model/types.ts";
import { ShownText } from "../../kit/shown_text.tsx";
import { Written } from "./written.tsx";

/** What became of the checkpoint, said at once when it changes: applied, stale, superseded, decided elsewhere. */
export function OutcomeBanner({ review, bundle }: { review: Review; bundle: Bundle | null }) {
  const outcome = outcomeOf(review.approval);
  const about = useFindHref()(review.approval.subject?.id ?? review.approval.runId);
  const applied = review.approval.application === "applied";
  const note = review.approval.decision?.reviewerNote;
  return (
    <div role="status">
      {outcome && (
        <section class={`banner banner-${outcome.tone}`}>
          <h2>{outcome.title}</h2>
          <p>
            <ShownText text={outcome.detail} />
          </p>
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
              <a href={about}>{review.approval.subject ? "Open its subject" : "Open the run"}</a>
            </p>
          )}
        </section>
      )}
    </div>
  );
}

/** Warns, before the decision, of touched files that are no longer as the patch expects them. */
export function DriftBanner({ review: { drift, approval } }: { review: Review }) {
  if (!drift || drift.total === 0) return null;
  const files = drift.total === 1 ? "1 touched file has" : `${drift.total} touched files have`;
  const consequence = approval.status === "pending"
    ? "Approving now would write nothing. Restore the files, or ask for rework."
    : "Retry a task to redo the work on the current files, or cancel the run.";
  return (
    <section class="banner banner-warning" role="status">
      <h2>{files} changed since the work started</h2>
      <p>{consequence}</p>
      <ul>
        {drift.items.map(({ id, path, detail }) => (
          <li key={id}>
            <code>
              <ShownText text={path} />
            </code>: <ShownText text={detail} />
          </li>
        ))}
        {drift.total > drift.items.length && <li>and {drift.total - drift.items.length} more</li>}
      </ul>
    </section>
  );
}
