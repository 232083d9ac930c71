type Unit = "years" | "months" | "weeks" | "days" | "hours" | "minutes" | "seconds";

const UNITS: readonly (readonly [Unit, string, string])[] = [
  ["years", "year", "years"],
  ["months", "month", "months"],
  ["weeks", "week", "weeks"],
  ["days", "day", "days"],
  ["hours", "h", "h"],
  ["minutes", "min", "min"],
  ["seconds", "s", "s"],
];

/** Returns a span of time of the API in words: `PT90M` is "1 h 30 min". What is none stays as it is. */
export function spanWords(text: string): string {
  let span: Temporal.Duration;
  try {
    span = Temporal.Duration.from(text);
  } catch {
    return text;
  }
  const hasDate = UNITS.slice(0, 4).some(([unit]) => span[unit] !== 0);
  const shown = hasDate ? span : span.round({ largestUnit: "hours" });
  const parts = UNITS.flatMap(([unit, one, many]) => {
    const count = shown[unit];
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.join(" ") || "0 s";
}
