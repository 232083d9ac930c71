import type { QuietHours } from "../../store/alerts/document.ts";

/** Returns when the quiet hours end that an instant is in; null where it is in none. */
export function quietUntil(now: Date, quiet: QuietHours | null, timeZone: string): Date | null {
  if (quiet === null) return null;
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const [from, to] = [Temporal.PlainTime.from(quiet.from), Temporal.PlainTime.from(quiet.to)];
  const time = here.toPlainTime();
  const before = (a: Temporal.PlainTime, b: Temporal.PlainTime) => Temporal.PlainTime.compare(a, b) < 0;
  const overnight = before(to, from);
  const inside = overnight
    ? !before(time, from) || before(time, to)
    : !before(time, from) && before(time, to);
  if (!inside) return null;
  const day = before(time, to) ? here.toPlainDate() : here.toPlainDate().add({ days: 1 });
  return new Date(day.toZonedDateTime({ timeZone, plainTime: to }).epochMilliseconds);
}
