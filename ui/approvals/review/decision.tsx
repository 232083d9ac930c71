import { useState } from "preact/hooks";
import { Confirm } from "../../kit/confirm.tsx";
import { approveLabel } from "../model/policy_words.ts";
import type { Bundle, Review } from "../model/types.ts";
import { Decided } from "./decided.tsx";
import { TextBlock } from "./evidence_text.tsx";
import { Red } from "./red.tsx";
import type { ReviewStore } from "./store.ts";

type DecisionProps = { store: ReviewStore; review: Review; bundle: Bundle | null };

/** The note and the buttons; approving says in words what still stands in its way. */
export function Decision({ store, review, bundle }: DecisionProps) {
  const { policyClass } = review.approval;
  const blockers = store.blockers.value;
  const accepted = store.accepted.value;
  if (store.closed.value !== null) return <Decided approval={review.approval} />;
  const label = approveLabel({
    policyClass,
    files: bundle?.files.length ?? 0,
    accepted: accepted?.length ?? null,
    hunks: bundle?.files.reduce((sum, { hunks }) => sum + hunks.length, 0) ?? 0,
  });
  return (
    <section class="decision" aria-label="Decision">
      <h2>Decision</h2>
      <NoteField store={store} />
      {accepted && accepted.length > 0 && (
        <p class="hint">
          Nothing is written yet: the verifier runs again on exactly these changes, and a new checkpoint shows
          the result.
        </p>
      )}
      <button
        type="button"
        class="button button-primary"
        disabled={blockers.length > 0}
        aria-describedby="approve-blockers"
        onClick={() => void store.approve()}
      >
        {store.deciding.value === "approve" ? "Approving …" : label}
      </button>
      <div id="approve-blockers" class="blockers" role="status">
        {blockers.map((blocker) => <p key={blocker}>{blocker}</p>)}
      </div>
      {store.refusal.value && <p class="refusal" role="alert">{store.refusal.value}</p>}
      <Refusing store={store} reworkable={policyClass === "repo-write"} />
      {bundle && <Red store={store} review={review} />}
    </section>
  );
}

function NoteField({ store }: { store: ReviewStore }) {
  const remarks = store.comments.value.length;
  return (
    <div class="field">
      <label for="review-note">Note</label>
      <textarea
        id="review-note"
        class="input"
        rows={3}
        value={store.note.value}
        onInput={(event) => store.note.value = event.currentTarget.value}
      />
      {remarks > 0 && (
        <details>
          <summary>
            {remarks === 1 ? "1 remark goes" : `${remarks} remarks go`} along when you ask for rework
          </summary>
          <TextBlock label="The note as it is sent" lines={store.reworkNote.value.split("\n")} />
        </details>
      )}
    </div>
  );
}

/** Sending the work back needs words to work with; rejecting ends the run, so it is asked for twice. */
function Refusing({ store, reworkable }: { store: ReviewStore; reworkable: boolean }) {
  const [asked, setAsked] = useState(false);
  const busy = store.deciding.value !== null;
  const silent = store.reworkNote.value === "";
  return (
    <div class="refusing">
      {reworkable && (
        <button
          type="button"
          class="button"
          disabled={busy || silent}
          aria-describedby="rework-hint"
          onClick={() => void store.reject("rework")}
        >
          {store.deciding.value === "rework" ? "Sending …" : "Ask for rework"}
        </button>
      )}
      <button type="button" class="button" disabled={busy} onClick={() => setAsked(true)}>Reject …</button>
      {reworkable && silent && (
        <p id="rework-hint" class="hint small">
          For rework, write a note or a remark: it is what the worker goes by.
        </p>
      )}
      {asked && (
        <Confirm
          title="Reject this checkpoint?"
          action="Reject and end the run"
          danger
          busy={busy}
          onConfirm={() => void store.reject("abandon")}
          onClose={() => setAsked(false)}
        >
          <p>The run fails and nothing is written. This cannot be undone.</p>
        </Confirm>
      )}
    </div>
  );
}
