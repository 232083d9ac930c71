import { AcceptBox } from "./accept_box.tsx";
import { HunkByHand } from "./by_hand.tsx";
import { type DiffParts, FileRow } from "./file_row.tsx";
import { LineRow, PairRow } from "./line_rows.tsx";
import { ComposerRow, RemarkRow, SaidRow } from "./remark_rows.tsx";
import type { Row } from "./rows.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import { counted } from "../../../../client/words.ts";

/** A row of the diff, of any kind. */
export function DiffRow({ row, ...parts }: DiffParts & { row: Row }) {
  const { store, view, picking } = parts;
  const path = view.diffs.value[row.fileIndex]?.file.path ?? "";
  switch (row.kind) {
    case "file":
      return <FileRow {...parts} fileIndex={row.fileIndex} />;
    case "notice":
      return <p class={`diff-notice diff-notice-${row.tone}`}>{row.text}</p>;
    case "load":
      return (
        <p class="diff-notice">
          {row.lines.toLocaleString("en")} lines, folded because the file is large.{" "}
          <button type="button" class="link-button" onClick={() => view.load(row.fileIndex)}>
            Load anyway
          </button>
        </p>
      );
    case "moved":
      return (
        <p class="diff-notice">
          <ShownText text={row.text} />{" "}
          <button type="button" class="link-button" onClick={() => view.showWhole(row.fileIndex)}>
            Show the whole file
          </button>
        </p>
      );
    case "hunk": {
      const accepted = !store.leftOut.value.has(row.hunk.id);
      const out = !accepted && picking !== "Take";
      return (
        <div class={out ? "diff-hunk diff-hunk-out" : "diff-hunk"}>
          <ShownText as="code" class="diff-hunk-header" text={row.hunk.header} />
          <HunkByHand store={store} path={path} hunk={row.hunk} />
          {out && <span class="diff-hunk-note">left out</span>}
          {picking && (
            <AcceptBox
              acceptance={accepted ? "all" : "none"}
              label={picking}
              about={`change ${row.hunkIndex + 1} of ${path}`}
              disabled={store.closed.value !== null}
              onToggle={() => view.toggleHunks([row.hunk.id])}
            />
          )}
        </div>
      );
    }
    case "line":
      return <LineRow view={view} path={path} row={row} />;
    case "pair":
      return <PairRow view={view} path={path} row={row} />;
    case "comment":
      return <RemarkRow view={view} comment={row.comment} />;
    case "said":
      return <SaidRow remark={row.remark} />;
    case "same":
      return <SameRow store={store} view={view} fileIndex={row.fileIndex} others={row.others} />;
    case "composer":
      return <ComposerRow view={view} anchor={row.anchor} place={`${store.id}.${path}`} />;
    case "end":
      return <div class="diff-file-end" />;
  }
}

/** Represents files with exactly the same changes as the one above. */
function SameRow({ store, view, fileIndex, others }: Omit<DiffParts, "picking"> & {
  fileIndex: number;
  others: readonly number[];
}) {
  const viewed = others.every((index) => store.viewed.value.has(view.diffs.value[index]!.file.id));
  return (
    <div class="diff-same">
      <strong>The same change in {counted(others.length, "more file")}</strong>
      <span class="hint small">compared line by line</span>
      <button type="button" class="link-button" onClick={() => view.showEqual(fileIndex)}>Show each</button>
      <label class="viewed-box">
        <input type="checkbox" checked={viewed} onChange={() => view.toggleViewedAll(others)} />
        Mark all as viewed
      </label>
    </div>
  );
}
