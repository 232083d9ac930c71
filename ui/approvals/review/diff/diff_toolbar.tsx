import { Segments } from "../../../kit/forms/segments.tsx";
import { counted } from "../../../../client/words.ts";
import type { Review } from "../../model/types.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import { type DiffParts, ViewedBox } from "./file_row.tsx";
import type { Panels } from "./panels.ts";
import type { Row } from "./rows.ts";

const LAYOUTS = [{ value: "unified", label: "Unified" }, { value: "split", label: "Split" }] as const;

/** The properties of the toolbar, besides the file that is in view. */
export type ToolbarProps = DiffParts & { panels?: Panels; rounds?: Review["rounds"] };

/** One line: panels, the file in view, the size, what is left out, the layout, and the round to compare with. */
export function DiffToolbar({ row, ...props }: ToolbarProps & { row: Row | undefined }) {
  const { store, view, picking, panels, rounds = [] } = props;
  const diffs = view.diffs.value;
  const sum = (key: "additions" | "deletions") => diffs.reduce((total, { file }) => total + file[key], 0);
  const leftOut = store.leftOut.value.size;
  return (
    <div class="diff-toolbar">
      {panels && <PanelButton name="files" label="Files" panels={panels} />}
      <CurrentFile {...props} row={row} />
      {picking === "Accept" && leftOut > 0 && (
        <span>
          {counted(leftOut, "change")} left out{" "}
          <button type="button" class="link-button" onClick={() => store.leftOut.value = new Set()}>
            Accept all
          </button>
        </span>
      )}
      <span class="line-counts">
        {counted(diffs.length, "file")} <span class="line-counts-added">+{sum("additions")}</span>{" "}
        <span class="line-counts-removed">−{sum("deletions")}</span>
      </span>
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
      <Segments
        label="Layout"
        options={LAYOUTS}
        value={view.layout.value}
        onChange={(layout) => view.layout.value = layout}
      />
      {panels && <PanelButton name="details" label="Details" panels={panels} />}
    </div>
  );
}

/** The name of the file in view, which stays visible while its header is not. */
function CurrentFile({ store, view, row }: DiffParts & { row: Row | undefined }) {
  const file = row && view.diffs.value[row.fileIndex]?.file;
  if (!row || !file) return <span class="diff-current-file" />;
  return (
    <div class="diff-current-file">
      <span class="hint small">{row.fileIndex + 1} of {view.diffs.value.length}</span>
      <span class="diff-file-path one-line" title={file.path}>
        <ShownText text={file.path} />
      </span>
      <ViewedBox
        store={store}
        view={view}
        fileIndex={row.fileIndex}
        viewed={store.viewed.value.has(file.id)}
        path={file.path}
      />
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
