import type { Stage } from "../../types.ts";

/** A stretch in which nothing was done for the run. */
export type Rest = { from: number; to: number };

/** A folded stretch: where it stands on the folded scale, and how long it was. */
export type Folded = { at: number; width: number; milliseconds: number };

/** A scale of time in which stretches of waiting are narrow. */
export type Fold = {
  /** The place of a time on the scale, in milliseconds of work from the beginning. */
  placeOf: (time: number) => number;
  /** How long was worked until a place of the scale. */
  workedAt: (place: number) => number;
  /** How long was worked between two times. */
  worked: (from: number, to: number) => number;
  folded: readonly Folded[];
};

/** Stages in which nothing is done for a run. */
const RESTS = ["queued", "waiting", "paused"];

/** Whether nothing is done for a run in a stage. */
export const isRest = (stage: string): boolean => RESTS.includes(stage);

/** How wide a folded stretch is, as a share of all work. */
const WIDTH = 0.04;

/** Shorter ones are shown as they are. */
const MIN_MILLISECONDS = 1_000;

/** The stretches in which a run stood in the queue, waited or was paused. */
export const restsOf = (stages: readonly Stage[], now: number): Rest[] =>
  stages.filter(({ stage }) => isRest(stage)).map(({ startedAt, endedAt }) => ({
    from: Date.parse(startedAt),
    to: endedAt === null ? Math.max(now, Date.parse(startedAt)) : Date.parse(endedAt),
  }));

/** Returns the scale from `first` to `last` on which these stretches, in their order, are folded. */
export function foldOf(rests: readonly Rest[], first: number, last: number): Fold {
  const within = rests.filter(({ from, to }) => to > from && from < last && to > first);
  const worked = (from: number, to: number) =>
    Math.max(0, to - from) - within.reduce((sum, rest) => sum + overlap(rest, from, to), 0);
  const long = within.filter(({ from, to }) => to - from >= MIN_MILLISECONDS);
  const width = Math.max(worked(first, last), MIN_MILLISECONDS) * WIDTH;
  const placeOf = (time: number) =>
    time - first - long.reduce((sum, rest) => {
      const inside = overlap(rest, first, time);
      return sum + inside - width * (inside / (rest.to - Math.max(rest.from, first)));
    }, 0);
  const folded = long.map((rest) => ({
    at: placeOf(Math.max(rest.from, first)),
    width,
    milliseconds: rest.to - rest.from,
  }));
  const workedAt = (place: number) =>
    place - folded.reduce((sum, { at }) => sum + overlap({ from: at, to: at + width }, 0, place), 0);
  return { placeOf, workedAt, worked, folded };
}

const overlap = (rest: Rest, from: number, to: number): number =>
  Math.max(0, Math.min(rest.to, to) - Math.max(rest.from, from));
