/** What a trial is asked for. */
export type Asked = {
  readonly count: number;
  readonly seed: number;
  /** What stands after the name of the trial. */
  readonly words: readonly string[];
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
  readonly say: (line: string) => void;
};

/** A trial whose size is a number: too large for the suite, which tries a small share of the same. */
export type Trial = {
  /** What it tries, with the unit of its count. */
  readonly says: string;
  /** How many by default; at least `least`, or one. */
  readonly count: number;
  readonly least?: number;
  /** Names the words after the name, if it takes any. */
  readonly words?: string;
  /** The options that take a value, and what the value is. */
  readonly values?: Readonly<Record<string, string>>;
  /** The options that take none. */
  readonly flags?: readonly string[];
  /** Tries it. Gives the exit code, which is otherwise 0. */
  readonly run: (asked: Asked) => Promise<number | void>;
};

/** Reads the value of an option that is a whole number, or gives `otherwise`. */
export function wholeNumber({ values }: Asked, option: string, otherwise: number): number {
  const value = values[option] === undefined ? otherwise : Number(values[option]);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new RangeError(`--${option} takes a whole number, not "${values[option]}".`);
}
