/** One kind of bar: by its colour and, for who sees none, by its filling. */
export type Series = {
  name: string;
  values: readonly number[];
  tone: "good" | "bad" | "accent" | "text-muted";
  filling: "solid" | "hatched" | "hollow";
};

/** Bars by day, one series upon the other. */
export type Bars = {
  days: readonly string[];
  series: readonly Series[];
  /** A number as a person reads it. */
  format: (value: number) => string;
};
