import { counted } from "../../../client/words.ts";
import type { Preview } from "../types.ts";
import { DAY } from "../../../store/shared/durations.ts";

type Day = Preview["calendar"][number];

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** The first day of a month, which names it: "1 Dec". */
const FIRST = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** A calendar of the next 30 days, with the first fire of each day, their number, and the clock changes. */
export function Calendar({ preview: { calendar, zone } }: { preview: Preview }) {
  const before = (new Date(Date.parse(calendar[0]!.id)).getUTCDay() + 6) % 7;
  const monday = Date.parse(calendar[0]!.id) - before * DAY;
  const known = new Map(calendar.map((day) => [day.id, day]));
  const weeks = Array.from(
    { length: Math.ceil((before + calendar.length) / 7) },
    (_, week) => WEEKDAYS.map((_, i) => new Date(monday + (week * 7 + i) * DAY).toISOString().slice(0, 10)),
  );
  return (
    <table class="fire-calendar">
      <caption class="hint small">The next 30 days, in {zone}</caption>
      <thead>
        <tr>{WEEKDAYS.map((day) => <th key={day} scope="col">{day}</th>)}</tr>
      </thead>
      <tbody>
        {weeks.map((week) => <tr key={week[0]}>{week.map((id) => <Cell key={id} day={known.get(id)} />)}
        </tr>)}
      </tbody>
    </table>
  );
}

function Cell({ day }: { day: Day | undefined }) {
  if (!day) return <td class="fire-day fire-day-outside" />;
  const { id, fires, first, note } = day;
  const date = Number(id.slice(8));
  return (
    <td class={`fire-day ${fires ? "fire-day-some" : ""} ${note ? "fire-day-odd" : ""}`} title={note}>
      <time dateTime={id} class="fire-day-number">{date === 1 ? FIRST.format(Date.parse(id)) : date}</time>
      {first !== null && <span class="fire-day-first">{first}</span>}
      {fires === null && <span class="fire-day-more" title="More than 10,000 start times before">…</span>}
      {fires !== null && fires > 1 && (
        <span class="fire-day-more" title={counted(fires, "moment")}>×{fires}</span>
      )}
      {note && (
        <span class="fire-day-note">
          clocks<span class="visually-hidden">: {note}</span>
        </span>
      )}
    </td>
  );
}
