import { duration } from "../../../../client/words.ts";
import type { TimeBar } from "../state/bars.ts";
import type { FoldedScale } from "../state/fold.ts";

/** The visible part of the scale. */
export type Window = { from: number; to: number };

/** The visible periods of waiting, all of the same width; the scale shows their durations. */
export function FoldedStretches(
  { fold, window, worded = false }: { fold: FoldedScale; window: Window; worded?: boolean },
) {
  const width = window.to - window.from;
  return (
    <>
      {fold.folded.filter(({ at, width: wide }) => at + wide > window.from && at < window.to).map((
        stretch,
      ) => (
        <span
          key={stretch.at}
          class="folded small"
          style={{
            left: `${100 * (stretch.at - window.from) / width}%`,
            width: `${100 * stretch.width / width}%`,
          }}
          title={`Waited ${duration(stretch.milliseconds)}`}
        >
          {worded && stretch.milliseconds > stretch.width && duration(stretch.milliseconds)}
        </span>
      ))}
    </>
  );
}

/** Returns the duration of a span without waiting times, or of a period of waiting. */
export function tookOf({ from, to, isRest, rests = [] }: TimeBar, fold: FoldedScale, now: number): string {
  const end = to ?? now;
  if (isRest) return `waited ${duration(end - from)}`;
  if (to === null) return "in progress";
  const rested = rests.reduce((sum, rest) => sum + fold.worked(rest.from, rest.to), 0);
  return duration(Math.max(0, fold.worked(from, end) - rested));
}
