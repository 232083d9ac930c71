import type { Stage } from "../../types.ts";

/** A period in which the run waited. */
export type Rest = { from: number; to: number };

/** A period of waiting: its position on the scale, and how long it was. Only a long one is narrower than that. */
type Folded = { at: number; width: number; milliseconds: number };

/** A time scale on which periods of waiting are narrow. */
export type FoldedScale = {
  /** Returns the position of a time on the scale, in milliseconds of work from the start. */
  placeOf: (time: number) => number;
  /** Returns the time worked up to a place on the scale. */
  workedAt: (place: number) => number;
  /** Returns the time worked between two times. */
  worked: (from: number, to: number) => number;
  folded: readonly Folded[];
};

/** The stages in which a run waits. */
const RESTS = ["queued", "waiting", "paused"];

/** Reports whether a run waits in a stage. */
export const isRest = (stage: string): boolean => RESTS.includes(stage);

/** The maximum width of a period of waiting, as a share of all work. */
const WIDTH = 0.08;

/** The minimum divisor. */
const MIN_WORK_MILLISECONDS = 1_000;

/** Returns the periods in which a run was queued, waiting or paused. */
export const restsOf = (stages: readonly Stage[], now: number): Rest[] =>
  stages.filter(({ stage }) => isRest(stage)).map(({ startedAt, endedAt }) => ({
    from: Date.parse(startedAt),
    to: endedAt === null ? Math.max(now, Date.parse(startedAt)) : Date.parse(endedAt),
  }));

/** Returns the scale from `first` to `last` on which these periods, in order, are folded. */
export function foldOf(rests: readonly Rest[], first: number, last: number): FoldedScale {
  const within = rests.filter(({ from, to }) => to > from && from < last && to > first);
  const worked = (from: number, to: number) =>
    Math.max(0, to - from) - within.reduce((sum, rest) => sum + overlap(rest, from, to), 0);
  const widest = Math.max(worked(first, last), MIN_WORK_MILLISECONDS) * WIDTH;
  const widthOf = (milliseconds: number) => Math.min(milliseconds, widest);
  const placeOf = (time: number) =>
    time - first - within.reduce((sum, rest) => {
      const [inside, whole] = [overlap(rest, first, time), overlap(rest, first, last)];
      return sum + inside - widthOf(whole) * (inside / whole);
    }, 0);
  const folded = within.map((rest) => {
    const milliseconds = overlap(rest, first, last);
    return { at: placeOf(Math.max(rest.from, first)), width: widthOf(milliseconds), milliseconds };
  });
  const workedAt = (place: number) =>
    place - folded.reduce((sum, { at, width }) => sum + overlap({ from: at, to: at + width }, 0, place), 0);
  return { placeOf, workedAt, worked, folded };
}

const overlap = (rest: Rest, from: number, to: number): number =>
  Math.max(0, Math.min(rest.to, to) - Math.max(rest.from, from));
