import { threadMilliseconds } from "../../services/kernel/thread_time.ts";

/** The longest turn of the event loop while something was done: its own processor time, and the longest by the clock. */
export type Turns = { own: number; wall: number; took: number };

/** Does the work and returns the longest turn of the event loop meanwhile. Every turn counts, whoever's it is. */
export async function longestTurn(work: () => Promise<unknown>): Promise<Turns> {
  const turns: Turns = { own: 0, wall: 0, took: 0 };
  const began = performance.now();
  let [at, worked, isWatching] = [began, threadMilliseconds(), true];
  const look = () => {
    const [now, total] = [performance.now(), threadMilliseconds()];
    turns.own = Math.max(turns.own, total - worked);
    turns.wall = Math.max(turns.wall, now - at);
    [at, worked] = [now, total];
    if (isWatching) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve)); // the last turn has to end to be seen
  } finally {
    isWatching = false;
  }
  turns.took = performance.now() - began;
  return turns;
}
