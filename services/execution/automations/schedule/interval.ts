const UNITS = ["years", "months", "weeks", "days", "hours", "minutes", "seconds"] as const;

const APPROXIMATE_MILLISECONDS: Readonly<Record<(typeof UNITS)[number], number>> = {
  years: 366 * 86_400_000,
  months: 31 * 86_400_000,
  weeks: 7 * 86_400_000 + 7_200_000,
  days: 86_400_000 + 7_200_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1_000,
};

/** The longest that the duration can be, in milliseconds, in any month and zone. */
export const longestOf = (duration: Temporal.Duration): number =>
  UNITS.reduce((sum, unit) => sum + duration[unit] * APPROXIMATE_MILLISECONDS[unit], 0);

/** Returns a duration in canonical ISO 8601; null if it is invalid, negative, or has fractions of a second. */
export function readDuration(text: string): Temporal.Duration | null {
  try {
    const duration = Temporal.Duration.from(text);
    const fraction = duration.milliseconds + duration.microseconds + duration.nanoseconds;
    return duration.sign >= 0 && fraction === 0 ? duration : null;
  } catch {
    return null;
  }
}

/**
 * Returns the first moment after `after` that is a whole number of durations from `start`, or `start` itself. Each is
 * counted from the start, so that errors do not add up; days and longer follow the zone's calendar.
 */
export function nextInterval(every: string, start: number, zone: string, after: number): number | null {
  if (start > after) return start;
  const duration = readDuration(every)!;
  const { years, months, weeks, days } = duration;
  if (years === 0 && months === 0 && weeks === 0 && days === 0) {
    const step = duration.total("milliseconds");
    return start + (Math.floor((after - start) / step) + 1) * step;
  }
  const first = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
  const atCount = (count: number): number => {
    try {
      return first.add(Object.fromEntries(UNITS.map((unit) => [unit, duration[unit] * count])))
        .epochMilliseconds;
    } catch {
      return Infinity; // beyond the last valid date
    }
  };
  // Counting one by one from a start that is long ago would take as long as that is ago.
  let before = Math.floor((after - start) / longestOf(duration)) - 1;
  let step = 1;
  while (atCount(before + step) <= after) step *= 2;
  for (; step >= 1; step /= 2) if (atCount(before + step) <= after) before += step;
  const at = atCount(before + 1);
  return at === Infinity ? null : at;
}
