import type { ComponentChildren } from "preact";
import { otherSubject } from "../../../client/approval_subject.ts";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { Markdown } from "../../kit/text/markdown.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import type { Review } from "../model/types.ts";
import { DiffPane } from "./diff/diff_pane.tsx";
import type { DiffParts } from "./diff/file_row.tsx";
import { FileTreePanel } from "./diff/file_tree_panel.tsx";
import type { Panels } from "./diff/panels.ts";
import type { ReviewView } from "./diff/view.ts";
import type { ReviewStore } from "./store/store.ts";

type PatchProps = { store: ReviewStore; view: ReviewView; panels: Panels; review: Review };

/** The patch of a checkpoint with its files, or why it cannot be shown. */
export function Patch({ store, view, panels, review }: PatchProps) {
  const since = store.since.from.value !== null;
  const patch = since ? store.since.state.value : store.patch.value;
  if (patch.status === "failed" && !since) {
    return (
      <PatchPlace>
        <Banner tone="bad">
          {patch.why} <Button small onPress={() => store.refresh()}>Try again</Button>
        </Banner>
      </PatchPlace>
    );
  }
  if (patch.status !== "shown" && patch.status !== "failed") {
    return (
      <PatchPlace>
        <Skeleton lines={8} label="Loading the patch" />
      </PatchPlace>
    );
  }
  const hunks = view.diffs.value.reduce((sum, diff) => sum + diff.hunks.length, 0);
  const pickable = hunks > 1 && store.closed.value === null && !since && !otherSubject(review.approval);
  const parts: DiffParts = { store, view, picking: pickable ? "Accept" : null };
  return (
    <>
      <div class="review-aside">
        {!otherSubject(review.approval) && <WorkSummary work={review.work} />}
        {panels.files.value === "open" && <FileTreePanel {...parts} />}
      </div>
      <section class="review-diff" aria-label="The patch">
        <DiffPane
          {...parts}
          panels={panels}
          rounds={review.rounds}
          problem={patch.status === "failed" ? patch.why : null}
        />
      </section>
    </>
  );
}

const PatchPlace = ({ children }: { children: ComponentChildren }) => (
  <div class="review-place">{children}</div>
);

/** What the workers say that they did, which nobody checked, each under the title of its task if there are several. */
function WorkSummary({ work }: Pick<Review, "work">) {
  const said = work.filter(({ summary }) => summary !== "");
  if (said.length === 0) return null;
  return (
    <section class="review-summary" aria-labelledby="worker-summary" tabIndex={0}>
      <h2 id="worker-summary">Worker's summary</h2>
      {said.map(({ id, title, status, summary }) => (
        <div key={id}>
          {said.length > 1 && (
            <h3>
              <ShownText text={title} /> <span class="hint small">{status}</span>
            </h3>
          )}
          <Markdown text={summary} />
        </div>
      ))}
    </section>
  );
}
