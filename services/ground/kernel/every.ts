import { DAY, HOUR, MINUTE } from "../../../store/shared/durations.ts";

/**
 * Calls `work` at an interval until `stop`, which resolves when nothing more is scheduled; a call in progress
 * continues. `name` is unique in this process. Intervals that divide an hour or a day use `Deno.cron`, if the runtime
 * has it.
 */
export function every(
  name: string,
  milliseconds: number,
  work: () => Promise<void>,
): { stop: () => Promise<void> } {
  const schedule = scheduleOf(milliseconds);
  if (schedule === null || typeof Deno.cron !== "function") {
    const timer = setInterval(work, milliseconds);
    return { stop: () => Promise.resolve(clearInterval(timer)) };
  }
  const stopping = new AbortController();
  const ended = Deno.cron(name, schedule, { signal: stopping.signal }, work);
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** Returns the interval as a cron expression; null if it divides neither an hour nor a day. */
function scheduleOf(milliseconds: number): string | null {
  if (milliseconds === DAY) return "0 0 * * *";
  if (milliseconds % HOUR === 0 && DAY % milliseconds === 0) return `0 */${milliseconds / HOUR} * * *`;
  if (milliseconds % MINUTE === 0 && HOUR % milliseconds === 0) return `*/${milliseconds / MINUTE} * * * *`;
  return null;
}
