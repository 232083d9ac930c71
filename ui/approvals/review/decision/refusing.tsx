import { otherSubject } from "../../../../client/approval_subject.ts";
import { useState } from "preact/hooks";
import { Confirm } from "../../../kit/confirm.tsx";
import type { Review } from "../../model/types.ts";
import type { ReviewStore } from "../store/store.ts";

/** Sending the work back needs a note; rejecting ends the run, so it needs a confirmation. */
export function Refusing({ store, review }: { store: ReviewStore; review: Review }) {
  const reworkable = review.approval.policyClass === "repo-write" && !otherSubject(review.approval);
  const [asked, setAsked] = useState(false);
  const busy = store.deciding.value !== null || !store.quiet.ready.value;
  const silent = store.reworkNote.value === "";
  return (
    <div class="refusing">
      {reworkable && (
        <button
          type="button"
          class="button button-small"
          disabled={busy || silent}
          title={silent
            ? "To ask for rework, write a note or a comment that tells the worker what to change."
            : undefined}
          onClick={() => void store.reject("rework")}
        >
          {store.deciding.value === "rework" ? "Sending …" : "Ask for rework"}
        </button>
      )}
      <button type="button" class="button button-small" disabled={busy} onClick={() => setAsked(true)}>
        Reject …
      </button>
      {asked && (
        <Confirm
          title="Reject this checkpoint?"
          action={otherSubject(review.approval) ? "Reject" : "Reject and end the run"}
          danger
          busy={busy}
          onConfirm={async () => {
            await store.reject("abandon");
            setAsked(false); // why it was refused is said behind the question
          }}
          onClose={() => setAsked(false)}
        >
          <p>
            {otherSubject(review.approval)
              ? "Nothing happens."
              : "The run fails and nothing is written. This cannot be undone."}
          </p>
        </Confirm>
      )}
    </div>
  );
}
