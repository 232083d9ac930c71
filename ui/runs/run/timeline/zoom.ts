/** The visible part of a run's time, from 0 to 1. */
export type Zoom = { from: number; to: number };

/** The whole time. */
export const WHOLE: Zoom = { from: 0, to: 1 };

/** The smallest visible span. */
const MIN_WIDTH = 1 / 5000;

/** Zooms by a factor (below 1: closer) around a point of the visible part. */
export function zoomBy({ from, to }: Zoom, factor: number, around = 0.5): Zoom {
  const width = Math.min(1, Math.max(MIN_WIDTH, (to - from) * factor));
  const point = from + (to - from) * around;
  return within(point - width * around, width);
}

/** Moves the visible part by a share of its width. */
export const moveBy = ({ from, to }: Zoom, part: number): Zoom =>
  within(from + (to - from) * part, to - from);

/** Zooms to the range between two points of the visible part. */
export function zoomTo({ from, to }: Zoom, a: number, b: number): Zoom {
  const [first, last] = a < b ? [a, b] : [b, a];
  return within(from + (to - from) * first, Math.max(MIN_WIDTH, (to - from) * (last - first)));
}

function within(from: number, width: number): Zoom {
  const start = Math.min(1 - width, Math.max(0, from));
  return { from: start, to: start + width };
}

/** Reports whether the whole time is visible. */
export const isWhole = ({ from, to }: Zoom): boolean => from === 0 && to === 1;
