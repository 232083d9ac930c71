import { useState } from "preact/hooks";
import { type Block, blocksOn, isWhole } from "./blocks.ts";
import { BlockView } from "./block_view.tsx";

/** A block with the days that it fills, by their place among the shown ones, and its row. */
type Span = { block: Block; from: number; to: number; row: number };

/** How many rows are shown at first. */
const MAX_ROWS = 3;

/** Returns the blocks that fill days of the shown ones, each once, in as few rows as possible. */
export function placeOnDays(blocks: readonly Block[], days: readonly string[]): Span[] {
  const spans = new Map<string, Span>();
  for (const [at, date] of days.entries()) {
    for (const block of blocksOn(blocks, date).filter((each) => isWhole(each, date))) {
      const known = spans.get(block.key);
      if (known) known.to = at;
      else spans.set(block.key, { block, from: at, to: at, row: 0 });
    }
  }
  const ends: number[] = [];
  const placed = [...spans.values()].sort((a, b) => a.from - b.from || b.to - a.to);
  for (const span of placed) {
    const free = ends.findIndex((end) => end < span.from);
    span.row = free < 0 ? ends.length : free;
    ends[span.row] = span.to;
  }
  return placed;
}

/** The rows of what fills days, below the heads of the days; those that do not fit are one click away. */
export function WholeDays({ blocks, days, onOpen }: {
  blocks: readonly Block[];
  days: readonly string[];
  onOpen: (block: Block) => void;
}) {
  const [expanded, expand] = useState(false);
  const spans = placeOnDays(blocks, days);
  const rows = Math.max(0, ...spans.map(({ row }) => row + 1));
  const fits = expanded || rows <= MAX_ROWS ? rows : MAX_ROWS - 1;
  const hiddenOn = (at: number) =>
    spans.filter(({ from, to, row }) => row >= fits && from <= at && at <= to).length;
  // The heads of the days are the first row, and what is left out takes one more.
  const gridRow = `1 / span ${1 + fits + (fits < rows ? 1 : 0)}`;
  return (
    <>
      <div class="cal-corner" style={{ gridColumn: "1", gridRow }} />
      {days.map((date, at) => (
        <div key={date} class="cal-head-line" style={{ gridColumn: String(at + 2), gridRow }} />
      ))}
      {spans.filter(({ row }) => row < fits).map(({ block, from, to, row }) => (
        <BlockView
          key={block.key}
          block={block}
          time="all day"
          onOpen={onOpen}
          style={{ gridColumn: `${from + 2} / ${to + 3}`, gridRow: String(row + 2) }}
        />
      ))}
      {days.map((date, at) =>
        hiddenOn(at) > 0 && (
          <button
            key={`more ${date}`}
            type="button"
            class="cal-more"
            style={{ gridColumn: String(at + 2), gridRow: String(fits + 2) }}
            onClick={() => expand(true)}
          >
            {hiddenOn(at)} more
          </button>
        )
      )}
    </>
  );
}
