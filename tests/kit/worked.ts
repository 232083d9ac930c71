import { threadMilliseconds } from "../../services/ground/kernel/thread_time.ts";

/** How often something that took too long is done again: a collection of garbage is nobody's fault. */
const ATTEMPTS = 10;

/** Returns the processor time of this thread that some work takes, in milliseconds, at its best where it is above `most`. */
export async function worked(work: () => unknown, most: number): Promise<number> {
  let least = Infinity;
  for (let at = 0; at < ATTEMPTS && least > most; at++) {
    const before = threadMilliseconds();
    await work();
    least = Math.min(least, threadMilliseconds() - before);
  }
  return least;
}
