import { EmptyState } from "../../kit/empty_state.tsx";
import { longDay } from "../common/days.ts";
import { type Block, blocksOn, timeWords } from "./blocks.ts";
import { BlockView } from "./block_view.tsx";
import type { CalendarContent } from "./store.ts";

/** The maximum number of entries that are listed for a day. */
const MAX_BLOCKS = 50;

/** A list of days with their entries; empty days are left out. */
export function Agenda({ shown, onOpen, onDay }: {
  shown: CalendarContent;
  onOpen: (block: Block) => void;
  onDay: (date: string) => void;
}) {
  const { days, today, timeZone, blocks } = shown;
  const full = days.map((date) => ({ date, of: blocksOn(blocks, date) })).filter(({ of }) => of.length > 0);
  if (full.length === 0) return <EmptyState title="Nothing on these days." />;
  return (
    <div class="panel cal-agenda">
      {full.map(({ date, of }) => (
        <section key={date} class={date === today ? "is-today" : undefined}>
          <h3>{date === today ? `Today, ${longDay(date)}` : longDay(date)}</h3>
          <ul>
            {of.slice(0, MAX_BLOCKS).map((block) => (
              <li key={block.key}>
                <BlockView block={block} time={timeWords(block, date, timeZone)} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          {of.length > MAX_BLOCKS && (
            <button type="button" class="cal-more" onClick={() => onDay(date)}>
              {of.length - MAX_BLOCKS} more
            </button>
          )}
        </section>
      ))}
    </div>
  );
}
