/** One kind of bar: by its colour and, for who sees none, by its filling. */
export type Series = {
  name: string;
  values: readonly number[];
  tone: "good" | "bad" | "accent" | "text-muted";
  filling: "solid" | "hatched" | "hollow";
};

/** Bars by day or by hour, one series upon the other. */
export type Bars = {
  /** When each day or hour begins, as ISO writes it. */
  times: readonly string[];
  by?: "day" | "hour";
  series: readonly Series[];
  /** A number as a person reads it. */
  format: (value: number) => string;
};

const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const HOUR = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

const WEEKDAY_HOUR = new Intl.DateTimeFormat("en", {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Returns what an axis calls a day (of UTC), or an hour as the clock here shows it. */
export const axisName = (time: string, by: "day" | "hour"): string =>
  (by === "day" ? DAY : WEEKDAY_HOUR).format(Date.parse(time));

/** Returns what a table calls it. */
export const tableName = (time: string, by: "day" | "hour"): string =>
  by === "day" ? time : HOUR.format(Date.parse(time));
