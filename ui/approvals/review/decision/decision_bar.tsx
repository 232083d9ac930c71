import type { PatchEvidence } from "../../../../client/patch.ts";
import type { Signal } from "@preact/signals";
import { SEEN_RULE } from "../../../../client/seen.ts";
import { ACCEPTING_PART } from "../../../../client/accepted_hunks.ts";
import { chosenDelivery } from "../../model/commit_author.ts";
import { confirmationBlocker, CONFIRMATIONS } from "../../model/blockers.ts";
import { needsReview } from "../../../../store/shared/review_flags.ts";
import { restsOn } from "../../model/rests_on.ts";
import { approveLabel } from "../../model/policy_words.ts";
import type { PatchDelivery, Review } from "../../model/types.ts";
import { AuthorFields } from "./author_fields.tsx";
import { NoteField } from "./note_field.tsx";
import { Refusing } from "./refusing.tsx";
import type { ReviewStore } from "../store/store.ts";
import { WiderAnswers } from "./wider_answers.tsx";
import { Select } from "../../../kit/forms/select.tsx";

const WORDS: Readonly<Record<PatchDelivery, string>> = {
  tree: "Working tree",
  branch: "New branch",
  "format-patch": "Patch file",
};

/** The properties that the parts of a decision share. */
export type DecisionProps = { store: ReviewStore; review: Review; bundle: PatchEvidence | null };

/** The confirmations, the note and the decision buttons, which stay in view. */
export function DecisionBar({ open, ...props }: DecisionProps & { open: Signal<boolean> }) {
  const { store, review, bundle } = props;
  const { policyClass } = review.approval;
  const blockers = store.blockers.value;
  const accepted = store.accepted.value;
  // The open boxes say it to the eye; only a reader of the bar by ear needs the sentence.
  const onlyUnconfirmed = blockers.every((blocker) => blocker === confirmationBlocker(store.confirmed.value));
  const label = approveLabel({
    policyClass,
    isQuestion: review.approval.asks !== undefined,
    files: bundle?.files.length ?? 0,
    accepted: accepted?.length ?? null,
    hunks: bundle?.files.reduce((sum, { hunks }) => sum + hunks.length, 0) ?? 0,
    delivery: chosenDelivery({ review, delivery: store.delivery.value, accepted }),
  });
  return (
    <section class={`decision-bar${open.value ? "" : " decision-bar-folded"}`} aria-label="Decision">
      <div class="decision-verbs">
        {needsReview(policyClass) && <Confirmations {...props} />}
        <NoteField store={store} />
        {review.deliveries.length > 1 && !accepted && <DeliveryChoice store={store} review={review} />}
        {store.wantsAuthor.value && <AuthorFields store={store} />}
        <Refusing store={store} review={review} />
        {review.approval.asks && <WiderAnswers store={store} review={review} />}
        <div class="decision-last">
          <Unfold open={open} {...props} />
          <button
            type="button"
            class="button button-small button-primary decision-approve"
            disabled={blockers.length > 0}
            aria-disabled={!store.quiet.ready.value}
            aria-describedby="approve-blockers"
            onClick={() => store.quiet.answer(() => void store.approve())}
          >
            {store.deciding.value === "approve" ? "Approving …" : label} <kbd aria-hidden="true">a</kbd>
          </button>
        </div>
      </div>
      {accepted && accepted.length > 0 && <p class="hint small">{ACCEPTING_PART}</p>}
      <div
        id="approve-blockers"
        class={onlyUnconfirmed ? "blockers visually-hidden" : "blockers"}
        role="status"
      >
        {blockers.map((blocker) => <p key={blocker}>{blocker}</p>)}
      </div>
      {store.quiet.early.value && <p class="hint small" role="status">{store.quiet.early.value}</p>}
      {store.warning.value && <p class="unseen-warning" role="alert">{store.warning.value}</p>}
      {store.refusal.value && <p class="refusal" role="alert">{store.refusal.value}</p>}
    </section>
  );
}

/** On a narrow page, this button shows the rest of the bar. It stays in place, like the approve button. */
function Unfold({ open, store, review }: DecisionProps & { open: Signal<boolean> }) {
  const { policyClass, asks } = review.approval;
  const done = CONFIRMATIONS.filter(({ name }) => store.confirmed.value[name]).length;
  const rest = needsReview(policyClass)
    ? `Confirm ${done}/${CONFIRMATIONS.length}`
    : asks
    ? "Other answers"
    : "Note, reject …";
  return (
    <button
      type="button"
      class="button button-small decision-unfold"
      aria-expanded={open.value}
      onClick={() => open.value = !open.value}
    >
      {rest} <span aria-hidden="true">{open.value ? "▾" : "▴"}</span>
    </button>
  );
}

/** The three confirmations, each with its basis so far. */
function Confirmations({ store, review, bundle }: DecisionProps) {
  const confirmed = store.confirmed.value;
  const rests = restsOn(
    review,
    bundle,
    { viewed: store.viewed.value, seen: store.seen.value },
    store.patch.value,
  );
  return (
    <div class="confirmations">
      {CONFIRMATIONS.map(({ name, what, statement }, i) => (
        <div key={name} class={confirmed[name] ? "confirmation confirmation-done" : "confirmation"}>
          <label title={statement}>
            <input
              type="checkbox"
              checked={confirmed[name]}
              aria-disabled={!store.quiet.ready.value}
              aria-describedby={`rests-${name}`}
              onChange={() =>
                store.quiet.answer(() => {
                  store.confirmed.value = { ...confirmed, [name]: !confirmed[name] };
                })}
            />
            <kbd aria-hidden="true">{i + 1}</kbd>
            <span>
              <span class="visually-hidden">I reviewed the</span> {what}
            </span>
          </label>
          <span
            id={`rests-${name}`}
            title={name === "reviewedEvidence" ? SEEN_RULE : undefined}
            class={`hint small rests rests-${rests[name].tone}`}
          >
            {rests[name].text}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The choice of where an approved patch goes, which this browser remembers. */
function DeliveryChoice({ store, review }: { store: ReviewStore; review: Review }) {
  return (
    <Select
      aria-label="Deliver to"
      title={review.author
        ? `Where the approved patch goes. A commit is made by ${review.author.name} <${review.author.email}>.`
        : "Where the approved patch goes"}
      value={store.delivery.value}
      options={review.deliveries.map((value) => ({ value, label: WORDS[value] }))}
      onPick={(value) => store.delivery.value = value}
    />
  );
}
