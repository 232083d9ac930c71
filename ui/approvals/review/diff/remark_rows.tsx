import { useEffect, useRef } from "preact/hooks";
import { Badge } from "../../../kit/badge.tsx";
import type { Carried } from "../../model/carried.ts";
import type { LineComment } from "../../model/comments.ts";
import type { Anchor } from "./rows.ts";
import { useDraft } from "../../../kit/forms/use_draft.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import type { ReviewView } from "./view.ts";

/** A comment that will be sent. */
export function RemarkRow({ view, comment }: { view: ReviewView; comment: LineComment }) {
  return (
    <div class="remark">
      <p class="remark-place">Your comment on line {comment.line}, sent when you ask for rework</p>
      <ShownText as="p" class="remark-body" text={comment.body} />
      <button type="button" class="link-button" onClick={() => view.removeComment(comment.id)}>Remove</button>
    </div>
  );
}

/** A comment that an earlier round was sent back with. */
export function SaidRow({ remark: { round, side, line, quote, body } }: { remark: Carried }) {
  return (
    <div class={line === null ? "remark remark-outdated" : "remark"}>
      <p class="remark-place">
        From round {round} {line === null
          ? (
            <>
              <Badge tone="neutral">outdated</Badge> {side === "before" ? "of a removed line" : "of a line"}
              {" "}
              that is no longer in this change: <ShownText as="q" text={quote.trim()} />
            </>
          )
          : <>of line {line}</>}
      </p>
      <ShownText as="p" class="remark-body" text={body} />
    </div>
  );
}

/** The field for a new comment. */
export function ComposerRow({ view, anchor, place }: {
  view: ReviewView;
  anchor: Anchor;
  /** The review and the file, for the draft of the comment. */
  place: string;
}) {
  const { side, line } = anchor;
  const { value: body, sent } = useDraft(`remark.${place}.${side}.${line}`, "");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const keep = () => {
    sent();
    view.addComment(body.value);
  };
  const cancel = () => {
    sent();
    view.cancelComposing();
  };
  return (
    <div class="remark">
      <label class="remark-place" for="remark-field">Comment on line {anchor.line}</label>
      <textarea
        id="remark-field"
        class="input"
        ref={field}
        rows={3}
        value={body.value}
        onInput={(event) => body.value = event.currentTarget.value}
        onKeyDown={(event) => {
          if (event.key === "Escape") view.cancelComposing();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) keep();
        }}
      />
      <div class="remark-actions">
        <button type="button" class="button" disabled={body.value.trim() === ""} onClick={keep}>
          Save comment
        </button>
        <button type="button" class="link-button" onClick={cancel}>Cancel</button>
        <span class="hint">Ctrl+Enter saves, Escape closes and keeps it</span>
      </div>
    </div>
  );
}
