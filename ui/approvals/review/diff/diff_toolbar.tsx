import { Segments } from "../../../kit/forms/segments.tsx";
import { counted } from "../../../../client/words.ts";
import type { Review } from "../../model/types.ts";
import type { DiffParts } from "./file_row.tsx";
import type { Panels } from "./panels.ts";

const LAYOUTS = [{ value: "unified", label: "Unified" }, { value: "split", label: "Split" }] as const;

type ToolbarProps = DiffParts & { panels: Panels; rounds: Review["rounds"] };

/** The toolbar of the diff: panels, the round to compare with, the layout, the size, and what is left out. */
export function DiffToolbar({ store, view, picking, panels, rounds }: ToolbarProps) {
  const diffs = view.diffs.value;
  const sum = (key: "additions" | "deletions") => diffs.reduce((total, { file }) => total + file[key], 0);
  const leftOut = store.leftOut.value.size;
  return (
    <div class="diff-toolbar">
      <PanelButton name="files" label="Files" panels={panels} />
      <Segments
        label="Layout"
        options={LAYOUTS}
        value={view.layout.value}
        onChange={(layout) => view.layout.value = layout}
      />
      {rounds.length > 0 && (
        <Segments
          label="Since"
          options={[
            { value: "", label: "Whole change" },
            ...rounds.slice(-3).map(({ id, round }) => ({ value: id, label: `Since round ${round}` })),
          ]}
          value={store.since.from.value ?? ""}
          onChange={(from) => view.showSince(from === "" ? null : from)}
        />
      )}
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
      <PanelButton name="details" label="Details" panels={panels} />
    </div>
  );
}

type PanelProps = { name: keyof Panels; label: string; panels: Panels };

/** The button that folds or opens a panel beside the diff. */
function PanelButton({ name, label, panels: { [name]: panel } }: PanelProps) {
  const open = panel.value === "open";
  return (
    <button
      type="button"
      class="button button-small"
      aria-pressed={open}
      onClick={() => panel.value = open ? "folded" : "open"}
    >
      {label}
    </button>
  );
}
