import { counted } from "../../../client/words.ts";
import { longDay, weekdayName } from "../common/days.ts";
import { type Block, blocksOn, timeWords } from "./blocks.ts";
import { BlockView, hasConflict } from "./block_view.tsx";
import type { CalendarContent } from "./store.ts";

/** The maximum number of blocks that a month shows for a day. */
const MAX_BLOCKS = 4;

/** A month as a table of weeks. */
export function Month({ shown, onOpen, onDay }: {
  shown: CalendarContent;
  onOpen: (block: Block) => void;
  onDay: (date: string) => void;
}) {
  const { days } = shown;
  const weeks = Array.from({ length: days.length / 7 }, (_, i) => days.slice(i * 7, i * 7 + 7));
  return (
    <div class="table-scroller panel" tabIndex={0} role="region" aria-label="Month">
      <table class="cal-month">
        <thead>
          <tr>{days.slice(0, 7).map((date) => <th key={date} scope="col">{weekdayName(date)}</th>)}</tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => <Day key={date} date={date} shown={shown} onOpen={onOpen} onDay={onDay} />)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ date, shown, onOpen, onDay }: {
  date: string;
  shown: CalendarContent;
  onOpen: (block: Block) => void;
  onDay: (date: string) => void;
}) {
  const blocks = blocksOn(shown.blocks, date);
  const classes = [
    date === shown.today && "is-today",
    date.slice(0, 7) !== shown.date.slice(0, 7) && "is-outside",
  ].filter(Boolean).join(" ");
  return (
    <td class={classes || undefined}>
      <button
        type="button"
        class="cal-day-link"
        data-count={blocks.some(hasConflict) ? `! ${blocks.length}` : blocks.length || undefined}
        aria-label={[
          longDay(date),
          ...(blocks.length > 0 ? [counted(blocks.length, "entry", "entries")] : []),
        ].join(", ")}
        onClick={() => onDay(date)}
      >
        {Number(date.slice(8))}
      </button>
      {blocks.slice(0, MAX_BLOCKS).map((block) => (
        <BlockView
          key={block.key}
          block={block}
          time={timeWords(block, date, shown.timeZone).split("–")[0]!}
          onOpen={onOpen}
        />
      ))}
      {blocks.length > MAX_BLOCKS && (
        <button type="button" class="cal-more" onClick={() => onDay(date)}>
          {blocks.length - MAX_BLOCKS} more
        </button>
      )}
    </td>
  );
}
