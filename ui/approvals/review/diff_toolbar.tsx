import { Segments } from "../../kit/segments.tsx";
import { counted } from "../../../client/words.ts";
import type { DiffParts } from "./file_row.tsx";

const LAYOUTS = [{ value: "unified", label: "Unified" }, { value: "split", label: "Split" }] as const;

/** How the diff is laid out, how large it is, and what of it is left out. */
export function DiffToolbar({ store, view, picking }: DiffParts) {
  const diffs = view.diffs.value;
  const sum = (key: "additions" | "deletions") => diffs.reduce((total, { file }) => total + file[key], 0);
  const leftOut = store.leftOut.value.size;
  return (
    <div class="diff-toolbar">
      <Segments
        label="Layout"
        options={LAYOUTS}
        value={view.layout.value}
        onChange={(layout) => view.layout.value = layout}
      />
      <span class="line-counts">
        {counted(diffs.length, "file")} <span class="line-counts-added">+{sum("additions")}</span>{" "}
        <span class="line-counts-removed">−{sum("deletions")}</span>
      </span>
      {picking && leftOut > 0 && (
        <span>
          {counted(leftOut, "change")} left out{" "}
          <button type="button" class="link-button" onClick={() => store.leftOut.value = new Set()}>
            Accept all
          </button>
        </span>
      )}
      <span class="hint small diff-keys">
        <kbd>?</kbd> shows the keys
      </span>
    </div>
  );
}
