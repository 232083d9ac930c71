/** A series of bars, distinguished by colour and by pattern. */
export type BarSeries = {
  name: string;
  values: readonly number[];
  tone: "good" | "bad" | "accent" | "text-muted";
  filling: "solid" | "hatched" | "hollow";
};

/** Stacked bars by day or hour. */
export type Bars = {
  /** The start of each day or hour, in ISO format. */
  times: readonly string[];
  by?: "day" | "hour";
  series: readonly BarSeries[];
  /** Formats a number for people. */
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

/** Returns the axis label of a day (in UTC) or an hour (in local time). */
export const axisName = (time: string, by: "day" | "hour"): string =>
  (by === "day" ? DAY : WEEKDAY_HOUR).format(Date.parse(time));

/** Returns the label of a day or an hour in a table. */
export const tableName = (time: string, by: "day" | "hour"): string =>
  by === "day" ? time : HOUR.format(Date.parse(time));
