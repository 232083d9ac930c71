const MONTHS_BEFORE = 12;
const MONTHS_AFTER = 18;

/** Raised when calendars are read differently than before, so that unchanged ones are read again. */
const READER = 4;

/** The window in which occurrences are computed, in seconds; it moves every quarter of a year. */
export type ExpansionWindow = { name: string; from: number; to: number; quarter: number };

/** Returns the window of a moment: from a year before its quarter until at least fifteen months after now. */
export function windowAt(now: Date): ExpansionWindow {
  const year = now.getUTCFullYear();
  const month = Math.floor(now.getUTCMonth() / 3) * 3;
  const monthsOn = (months: number) => Date.UTC(year, month + months, 1) / 1000;
  return {
    name: `${new Date(monthsOn(0) * 1000).toISOString()} ${READER}`,
    from: monthsOn(-MONTHS_BEFORE),
    to: monthsOn(MONTHS_AFTER),
    quarter: monthsOn(0),
  };
}
