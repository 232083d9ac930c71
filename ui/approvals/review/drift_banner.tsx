import { otherSubject } from "../../../client/approval_subject.ts";
import { driftRemedy } from "../../../client/drift.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";
import type { Review } from "../model/types.ts";
import type { ReviewStore } from "./store/store.ts";

/** Warns of touched files that no longer match the patch, and rebases the change onto their current content. */
export function DriftBanner({ store, review }: { store: ReviewStore; review: Review }) {
  const { drift, approval } = review;
  if (!drift || drift.total === 0) return null;
  const files = drift.total === 1 ? "1 touched file has" : `${drift.total} touched files have`;
  const isClosed = store.closed.value !== null;
  return (
    <section class="banner banner-warning drift-banner" role="status">
      <div>
        <h2>{files} changed since the work started</h2>
        <p>{consequence(review)}</p>
        <ul>
          {drift.items.map(({ id, path, detail }) => (
            <li key={id}>
              <ShownText as="code" text={path} />: <ShownText text={detail} />
            </li>
          ))}
          {drift.total > drift.items.length && <li>and {drift.total - drift.items.length} more</li>}
        </ul>
        {isClosed && store.refusal.value && <p class="refusal" role="alert">{store.refusal.value}</p>}
      </div>
      {!otherSubject(approval) && <RebaseButton store={store} />}
    </section>
  );
}

/** Rebases the change of a review. */
export function RebaseButton({ store }: { store: ReviewStore }) {
  const sending = store.deciding.value;
  return (
    <button
      type="button"
      class="button"
      disabled={sending !== null}
      title="Applies the change to the current commit, verifies it there, and shows it in a new round."
      onClick={() => void store.rebase()}
    >
      {sending === "rebase" ? "Rebasing …" : "Rebase onto the current files"}
    </button>
  );
}

function consequence({ approval }: Review): string {
  return approval.status === "pending"
    ? `Approving now would write nothing. ${driftRemedy(approval, "rebase the change")}.`
    : "Nothing was written. Commit what was changed there and rebase the change, or cancel the run.";
}
