import { ShownText } from "../../kit/shown_text.tsx";
import type { Review } from "../model/types.ts";
import type { ReviewStore } from "./store.ts";

/** Warns of touched files that are no longer as the patch expects them, and puts the change on top of what they are now. */
export function DriftBanner({ store, review }: { store: ReviewStore; review: Review }) {
  const { drift, approval } = review;
  if (!drift || drift.total === 0) return null;
  const files = drift.total === 1 ? "1 touched file has" : `${drift.total} touched files have`;
  const sending = store.deciding.value;
  const isClosed = store.closed.value !== null;
  return (
    <section class="banner banner-warning drift-banner" role="status">
      <div>
        <h2>{files} changed since the work began</h2>
        <p>{consequence(review)}</p>
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
        {isClosed && store.refusal.value && <p class="refusal" role="alert">{store.refusal.value}</p>}
      </div>
      {!approval.subject && (
        <button
          type="button"
          class="button"
          disabled={sending !== null}
          title="Merges the change onto what is committed now, verifies it there, and shows it in a new round."
          onClick={() => void store.rebase()}
        >
          {sending === "rebase" ? "Merging …" : "Put it on top of the present state"}
        </button>
      )}
    </section>
  );
}

function consequence({ approval }: Review): string {
  if (approval.subject) {
    return "Approved as it is, nothing would be written. Put the files back, or reject it.";
  }
  return approval.status === "pending"
    ? "Approved as it is, nothing would be written. Put the change on top of the present state, or put the files back."
    : "Nothing was written. Put the change on top of the present state, or cancel the run.";
}
