import { useEffect, useRef } from "preact/hooks";
import { DiffRow } from "./diff_row.tsx";
import type { Row } from "./rows.ts";
import { useVirtualRows } from "../../../kit/lists/virtual_rows.ts";
import { DiffToolbar, type ToolbarProps } from "./diff_toolbar.tsx";
import { Banner } from "../../../kit/banner.tsx";

/** The estimated heights of rows, in pixels. */
const HEIGHTS: Record<Row["kind"], number> = {
  file: 34,
  notice: 32,
  load: 32,
  moved: 32,
  hunk: 26,
  line: 20,
  pair: 20,
  comment: 96,
  said: 80,
  same: 34,
  composer: 150,
  end: 16,
};

/** All files below each other, or why they cannot be shown. Only the visible rows are rendered, however long the patch is. */
export function DiffPane({ problem, ...toolbar }: ToolbarProps & { problem: string | null }) {
  const { store, view, picking } = toolbar;
  const parts = { store, view, picking };
  const scroller = useRef<HTMLDivElement>(null);
  const rows = view.rows.value;
  const { items, totalSize, measure, scrollTo, firstIndex } = useVirtualRows({
    count: rows.length,
    scroller,
    estimate: (index) => HEIGHTS[rows[index]?.kind ?? "line"],
    keyOf: (index) => rows[index]?.key ?? String(index),
  });
  useOnScreen(scroller, (shown) => view.saw(shown.flatMap((index) => rows[index] ?? [])));
  const request = view.scroll.value;
  useEffect(() => {
    if (request) scrollTo(request.index, request.align);
  }, [request]);
  const cursor = view.cursor.value;
  return (
    <div class="diff-pane">
      <DiffToolbar {...toolbar} row={rows[firstIndex]} />
      {problem && <Banner tone="bad">{problem}</Banner>}
      <div class="diff-scroller" ref={scroller} tabIndex={0} role="region" aria-label="Changes">
        <div class="diff-rows" style={{ height: `${totalSize}px` }}>
          <div class="diff-window" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {items.map((item) => {
              const row = rows[item.index];
              if (!row) return null;
              return (
                <div
                  key={row.key}
                  ref={measure}
                  data-index={item.index}
                  class={row.key === cursor ? "diff-row diff-row-current" : "diff-row"}
                  onMouseDown={() => view.setCursor(row.key)}
                >
                  <DiffRow {...parts} row={row} />
                </div>
              );
            })}
          </div>
        </div>
      </div>
      <p class="visually-hidden" role="status">{spoken(view.current.value)}</p>
    </div>
  );
}

/** The part of a row that has to be visible; a row that is higher than that part of the window is never all of it. */
const MIN_VISIBLE = 0.8;

/** Calls back with the indexes of the rows that are on the screen, after each render and each scroll. */
function useOnScreen(scroller: { current: HTMLElement | null }, tell: (indexes: number[]) => void): void {
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const visible = entries.filter(({ intersectionRatio, intersectionRect }) =>
        intersectionRatio >= MIN_VISIBLE || intersectionRect.height >= innerHeight * MIN_VISIBLE / 2
      );
      if (visible.length > 0) {
        tell(visible.map(({ target }) => Number(target.getAttribute("data-index"))));
      }
    }, { threshold: [0.1, 0.3, 0.5, MIN_VISIBLE] });
    for (const row of scroller.current?.querySelectorAll(".diff-row") ?? []) observer.observe(row);
    return () => observer.disconnect();
  });
}

/** Returns the row under the cursor as text, for screen readers. */
function spoken(row: Row | null): string {
  switch (row?.kind) {
    case "line":
      return `${row.line.kind} ${row.line.newNumber ?? row.line.oldNumber}: ${row.line.text}`;
    case "pair":
      return [row.left && `before: ${row.left.text}`, row.right && `after: ${row.right.text}`].filter(Boolean)
        .join("; ");
    case "same":
      return `The same change in ${row.others.length} more files`;
    case "hunk":
      return `Change ${row.hunkIndex + 1}`;
    case "file":
      return `File ${row.fileIndex + 1}`;
    default:
      return "";
  }
}
