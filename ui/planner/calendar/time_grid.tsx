import { useEffect, useRef } from "preact/hooks";
import { useClock } from "../../kit/text/time.tsx";
import { clockWords, DAY_MINUTES, longDay, shortDay, wallAt } from "../common/days.ts";
import { type Block, blocksOn, isWhole, partOn, timeWords } from "./blocks.ts";
import { BlockView } from "./block_view.tsx";
import { mergeMoments, placeInLanes } from "./lanes.ts";
import { type GridActions, useGridPointer } from "./grid_pointer.ts";
import { slotsOf } from "./spans.ts";
import { QuietHours } from "./quiet.tsx";
import type { CalendarContent } from "./store.ts";
import { WholeDays } from "./whole_days.tsx";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The time at the top of the grid at first: an hour before work usually begins. */
const FIRST_SEEN_MINUTES = 7 * 60;

const share = (minutes: number): string => `${(minutes / DAY_MINUTES) * 100}%`;

/** A day or a week as columns of hours, with a row for all-day entries. */
export function TimeGrid({ shown, onOpen, onDay, when }: {
  shown: CalendarContent;
  onOpen: (block: Block) => void;
  onDay: (date: string) => void;
  /** What drawing and dragging do; null where nothing can be changed. */
  when: GridActions | null;
}) {
  const { days, today, timeZone, blocks, quiet } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const dragged = useGridPointer(body, when, blocks, timeZone).value;
  const ghost = dragged && slotsOf(dragged);
  useEffect(() => {
    const element = scroller.current!;
    element.scrollTop = (FIRST_SEEN_MINUTES / DAY_MINUTES) * element.scrollHeight;
    // If not all days fit beside each other, the grid is scrolled to today.
    const hours = element.querySelector<HTMLElement>(".cal-hours")!.offsetWidth;
    const first = element.querySelector<HTMLElement>(".cal-body .is-today");
    element.scrollLeft = first ? first.offsetLeft - hours : 0;
  }, [days[0], days.length]);
  return (
    <div class="cal-scroller" ref={scroller} tabIndex={0} role="region" aria-label="Hours">
      <div class="cal-grid" style={{ "--days": String(days.length) }}>
        <div class="cal-heads">
          {days.map((date, at) => (
            <div
              key={date}
              class={date === today ? "cal-head is-today" : "cal-head"}
              style={{ gridColumn: String(at + 2) }}
            >
              <h3>
                {days.length === 1 ? shortDay(date) : (
                  <button
                    type="button"
                    class="cal-day-link"
                    onClick={() => onDay(date)}
                  >
                    {shortDay(date)}
                  </button>
                )}
              </h3>
            </div>
          ))}
          <WholeDays key={days[0]} blocks={blocks} days={days} onOpen={onOpen} />
        </div>
        <div class="cal-body" ref={body}>
          <div class="cal-hours" aria-hidden="true">
            {HOURS.map((hour) => <span key={hour} class="numbers">{clockWords(hour * 60)}</span>)}
          </div>
          {days.map((date) => (
            <section
              key={date}
              class={date === today ? "cal-column is-today" : "cal-column"}
              aria-label={longDay(date)}
              data-date={date}
            >
              <QuietHours date={date} quiet={quiet} named={date === days[0]} />
              {date === today && <Now timeZone={timeZone} />}
              {placedOn(blocks, date, timeZone).map(({ block, from, to, lane, lanes }) => (
                <BlockView
                  key={block.key}
                  block={block}
                  time={timeWords(block, date, timeZone)}
                  onOpen={onOpen}
                  isMovable={when !== null && ["event", "task"].includes(block.kind)}
                  style={{
                    insetBlockStart: share(from),
                    blockSize: share(Math.min(to, DAY_MINUTES) - from),
                    insetInlineStart: `${(lane / lanes) * 100}%`,
                    inlineSize: `${100 / lanes}%`,
                  }}
                />
              ))}
              {ghost?.date === date && (
                <div
                  class="cal-ghost numbers"
                  style={{
                    insetBlockStart: share(ghost.minutes),
                    blockSize: share(ghost.to - ghost.minutes),
                  }}
                >
                  {clockWords(ghost.minutes)}–{clockWords(ghost.to)}
                </div>
              )}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

const placedOn = (blocks: readonly Block[], date: string, timeZone: string) =>
  placeInLanes(mergeMoments(
    blocksOn(blocks, date).filter((block) => !isWhole(block, date))
      .map((block) => ({ block, ...partOn(block, date, timeZone) })),
  ));

/** The line of the current time. */
function Now({ timeZone }: { timeZone: string }) {
  const { minutes } = wallAt(useClock().value, timeZone);
  return <div class="cal-now" style={{ insetBlockStart: share(minutes) }} aria-hidden="true" />;
}
