import { threadMilliseconds } from "../../services/ground/kernel/thread_time.ts";
import { TurnProfile } from "./turn_profile.ts";

/**
 * The longest turn of the event loop while something was done, by its own processor time and by the clock, and the same of all
 * turns. `functions` took the most of the longest.
 */
export type Turns = { own: number; wall: number; took: number; used: number; functions: string[] };

/**
 * Does the work and returns the longest turn of the event loop meanwhile. Every turn counts, whoever's it is. The functions are
 * those of a turn of more than `profiled` milliseconds; without it, nothing is profiled, which takes time itself.
 */
export async function longestTurn(work: () => Promise<unknown>, profiled = Infinity): Promise<Turns> {
  const turns: Turns = { own: 0, wall: 0, took: 0, used: 0, functions: [] };
  using profile = profiled === Infinity ? null : new TurnProfile();
  const looks: Promise<void>[] = [];
  const began = performance.now();
  const usedBefore = threadMilliseconds();
  let [at, worked, isWatching] = [began, usedBefore, true];
  const look = () => {
    if (!isWatching) return;
    const [now, total] = [performance.now(), threadMilliseconds()];
    const [wall, own] = [now - at, total - worked];
    if (profile && own > Math.max(turns.own, profiled)) {
      looks.push(profile.last(wall).then(({ functions }) => void (turns.functions = functions)));
    }
    turns.own = Math.max(turns.own, own);
    turns.wall = Math.max(turns.wall, wall);
    [at, worked] = [performance.now(), threadMilliseconds()];
    setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve)); // the last turn has to end to be seen
  } finally {
    isWatching = false;
  }
  turns.took = performance.now() - began;
  turns.used = threadMilliseconds() - usedBefore;
  await Promise.all(looks);
  return turns;
}
