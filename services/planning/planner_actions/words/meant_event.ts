import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { says } from "../../dates/words.ts";
import type { SaidDate } from "../../dates/said_dates.ts";
import { wallInZone, wallOf } from "../../icalendar/wall.ts";
import { occurrencesIn, type Occurring } from "../../planner/items/occurrences.ts";
import { dayAfter, startOfDay } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { Copies } from "../../planner/items/copies.ts";
import type { Scope } from "../plans/schemas.ts";
import type { Phrase } from "./phrase.ts";

const MAX_NAMED = 5;

/** The event that words mean, and which of its occurrences. */
export type Meant = { one: Occurring; scope: Scope | null };

/** Finds the event that a title and a date mean. Throws an `InvalidError` with a question if there is none, or several. */
export function meantEvent(ctx: Ctx, phrase: Phrase, date: SaidDate | null): Meant {
  const title = phrase.title();
  if (title === "") throw new InvalidError("Name the event with words of its title.");
  const scope = phrase.takeScope();
  const name = phrase.title();
  const found = fitting(ctx, name, date);
  const [one, another] = found;
  const series = Map.groupBy(found, ({ row }) => `${row.source_id} ${row.calendar_id} ${row.uid}`);
  if (!one) {
    const when = date ? ` on ${date.start.slice(0, 10)}` : ` in the next ${settingsOf(ctx).horizonDays} days`;
    throw new InvalidError(`No event${when} has all of the words "${name}" in its title.`);
  }
  if (series.size > 1) {
    const named = [...series.values()].slice(0, MAX_NAMED).map(([one]) => words(ctx, one!)).join(", ");
    throw new InvalidError(
      `"${name}" matches ${series.size} events: ${named}. Add more words of the title, or its day.`,
    );
  }
  phrase.read("event", name, words(ctx, one));
  if (!isSeries(one)) return { one, scope: null };
  if (scope === "all") return { one, scope };
  if (date === null || another) {
    throw new InvalidError(
      `"${one.item.title}" repeats. Say which occurrence you mean: one by its day${
        another && date ? " and its time" : ""
      }, one "and following", or "the whole series".`,
    );
  }
  if (scope === null) phrase.read("scope", date.text, "this");
  return { one, scope: scope ?? "this" };
}

function fitting(ctx: Ctx, name: string, date: SaidDate | null): Occurring[] {
  const { timeZone, horizonDays } = settingsOf(ctx);
  const now = Math.floor(ctx.now().getTime() / 1000);
  const day = date?.start.slice(0, 10);
  const range = day === undefined
    ? { from: now, to: now + horizonDays * 86_400 }
    : { from: startOfDay(day, timeZone), to: startOfDay(dayAfter(day), timeZone) };
  const terms = name.split(/\s+/);
  return new Copies(ctx).shownOf(occurrencesIn(ctx, range, timeZone)).filter(({ row, item, start }) =>
    row.status !== "cancelled" && terms.every((term) => says(item.title, term)) &&
    (!date?.hasTime || wallOf(wallInZone(start, timeZone)) === date.start)
  );
}

const isSeries = ({ row, item }: Occurring): boolean =>
  item.rrule !== null || row.recurrence_id !== "" || item.occurrences.length > 1;

function words(ctx: Ctx, { item, start, allDay }: Occurring): string {
  const at = wallOf(wallInZone(start, settingsOf(ctx).timeZone));
  return `"${item.title}" on ${at.slice(0, 10)}${allDay ? "" : ` at ${at.slice(11, 16)}`}`;
}
