import { threadMilliseconds } from "./thread_time.ts";

/** A time in which one turn of the event loop kept everything else waiting. */
export type LoopHold = {
  /** The processor time of this thread: a busy machine, a sleep and garbage collected elsewhere are no fault of the turn. */
  milliseconds: number;
  /** How long the turn took by the clock. */
  elapsedMilliseconds: number;
  /** The work that was under way: requests by their endpoint, and what runs in the background. Empty if none has a name. */
  during: readonly string[];
};

const MAX_HOLD_MILLISECONDS = 250;
const BEAT_MILLISECONDS = 50;

const underWay = new Set<{ name: string }>();
/** What has ended since the last beat, as the turn that ends a work is often the one that holds the loop. */
const ended = new Set<string>();

/** Names a piece of work until it is disposed, for the reports of `watchLoop`. */
export function working(name: string): Disposable {
  const work = { name };
  underWay.add(work);
  return {
    [Symbol.dispose]: () => {
      underWay.delete(work);
      ended.add(name);
    },
  };
}

/**
 * Reports what holds the event loop for more than 250 ms of its own processor time, until it is disposed. The runtime does
 * not say where turns begin and end, so a timer does: if it fires late, the processor time that this thread used since it
 * last fired is that of the turn.
 */
export function watchLoop(report: (hold: LoopHold) => void): Disposable {
  ended.clear(); // what ended before the watch held nothing in it
  let [beatAt, worked] = [performance.now(), threadMilliseconds()];
  const beat = () => {
    const [now, total] = [performance.now(), threadMilliseconds()];
    const elapsedMilliseconds = Math.round(now - beatAt);
    const milliseconds = Math.round(total - worked);
    if (milliseconds > MAX_HOLD_MILLISECONDS && elapsedMilliseconds > MAX_HOLD_MILLISECONDS) {
      report({
        milliseconds,
        elapsedMilliseconds,
        during: [...new Set([...ended, ...[...underWay].map(({ name }) => name)])],
      });
    }
    ended.clear();
    [beatAt, worked] = [now, total];
  };
  const timer = setInterval(beat, BEAT_MILLISECONDS);
  Deno.unrefTimer(timer);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      beat(); // a turn that ends in the end of the watch was held as well
    },
  };
}
