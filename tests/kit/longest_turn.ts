import { threadMilliseconds } from "../../services/kernel/thread_time.ts";
import { TurnProfile } from "./turn_profile.ts";

/**
 * The longest turn of the event loop while something was done: its own processor time, and the longest by the clock. `functions`
 * took the most of it.
 */
export type Turns = { own: number; wall: number; took: number; functions: string[] };

/**
 * Does the work and returns the longest turn of the event loop meanwhile. Every turn counts, whoever's it is. The functions are
 * those of a turn of more than `profiled` milliseconds; without it, nothing is profiled, which takes time itself.
 */
export async function longestTurn(work: () => Promise<unknown>, profiled = Infinity): Promise<Turns> {
  const turns: Turns = { own: 0, wall: 0, took: 0, functions: [] };
  using profile = profiled === Infinity ? null : new TurnProfile();
  const looks: Promise<void>[] = [];
  const began = performance.now();
  let [at, worked, isWatching] = [began, threadMilliseconds(), true];
  const look = () => {
    const [now, total] = [performance.now(), threadMilliseconds()];
    const [wall, own] = [now - at, total - worked];
    if (profile && own > Math.max(turns.own, profiled)) {
      looks.push(profile.last(wall).then(({ functions }) => void (turns.functions = functions)));
    }
    turns.own = Math.max(turns.own, own);
    turns.wall = Math.max(turns.wall, wall);
    [at, worked] = [performance.now(), threadMilliseconds()];
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
  await Promise.all(looks);
  return turns;
}
