import { counted } from "../../../../client/words.ts";
import type { DiffParts } from "./file_row.tsx";

/** Represents files with exactly the same changes as the one above. */
export function SameRow({ store, view, fileIndex, others }: Omit<DiffParts, "picking"> & {
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
