import type { DiffParts } from "./file_row.tsx";
import type { Layout } from "./rows.ts";
import { REVIEW_KEYS } from "./keys.ts";

const LAYOUTS: readonly Layout[] = ["unified", "split"];

/** How the diff is laid out, how large it is, and the keys. */
export function DiffToolbar({ store, view, picking }: DiffParts) {
  const diffs = view.diffs.value;
  const sum = (key: "additions" | "deletions") => diffs.reduce((total, { file }) => total + file[key], 0);
  const leftOut = store.leftOut.value.size;
  return (
    <div class="diff-toolbar">
      <div role="group" aria-label="Layout" class="segmented">
        {LAYOUTS.map((layout) => (
          <button
            key={layout}
            type="button"
            aria-pressed={view.layout.value === layout}
            onClick={() => view.layout.value = layout}
          >
            {layout === "unified" ? "Unified" : "Split"}
          </button>
        ))}
      </div>
      <span class="line-counts">
        {diffs.length === 1 ? "1 file" : `${diffs.length} files`}{" "}
        <span class="line-counts-added">+{sum("additions")}</span>{" "}
        <span class="line-counts-removed">−{sum("deletions")}</span>
      </span>
      {picking && leftOut > 0 && (
        <span>
          {leftOut} left out{" "}
          <button type="button" class="link-button" onClick={() => store.leftOut.value = new Set()}>
            Accept all
          </button>
        </span>
      )}
      <details class="review-keys">
        <summary>Keys</summary>
        <dl>
          {REVIEW_KEYS.map(({ keys, does }) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
