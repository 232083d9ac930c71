import { TextBlock } from "../evidence/evidence_text.tsx";
import type { ReviewStore } from "../store/store.ts";

/** The note on the decision, and what is sent along with it. */
export function NoteField({ store }: { store: ReviewStore }) {
  const remarks = store.comments.value.length;
  return (
    <div
      class={store.note.value === "" && remarks === 0
        ? "decision-note-field"
        : "decision-note-field decision-note-open"}
    >
      <label class="visually-hidden" for="review-note">Note</label>
      <textarea
        id="review-note"
        class="input"
        rows={1}
        placeholder="Note"
        value={store.note.value}
        onInput={(event) => store.note.value = event.currentTarget.value}
      />
      {remarks > 0 && (
        <details>
          <summary>
            {remarks === 1 ? "1 comment is sent" : `${remarks} comments are sent`} when you ask for rework
          </summary>
          <TextBlock label="The note that is sent" lines={store.reworkNote.value.split("\n")} />
        </details>
      )}
    </div>
  );
}
