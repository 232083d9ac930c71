/** The readings of this machine's clocks at one moment, in milliseconds. */
export type ClockReading = {
  /** The wall clock, which people and time servers set. */
  wall: number;
  /** A monotonic clock, which stops while the machine sleeps. */
  elapsed: number;
  /** A clock that continues while the machine sleeps; null if there is none. */
  sinceBoot: number | null;
};

/** How far the wall clock differs from the elapsed time, and how long the machine slept. */
type Jump = {
  /** Positive if the clock is ahead of the time that this process was awake; negative if it was set back. */
  milliseconds: number;
  /** Null if unknown. */
  sleptMilliseconds: number | null;
};

/** Time servers correct a clock by less than this unnoticed. */
const MIN_JUMP_MILLISECONDS = 2_000;

/** Returns what happened to the clock between two readings, or null. */
export function findJump(before: ClockReading, after: ClockReading): Jump | null {
  const elapsed = after.elapsed - before.elapsed;
  const milliseconds = Math.round(after.wall - before.wall - elapsed);
  const slept = before.sinceBoot === null || after.sinceBoot === null
    ? null
    : Math.max(0, Math.round(after.sinceBoot - before.sinceBoot - elapsed));
  const sleptMilliseconds = slept !== null && slept < MIN_JUMP_MILLISECONDS ? 0 : slept;
  // A sleep during which the clock was set back by the same amount is still a sleep.
  if (Math.abs(milliseconds) < MIN_JUMP_MILLISECONDS && !sleptMilliseconds) return null;
  return { milliseconds, sleptMilliseconds };
}

/** Describes a jump in sentences. */
export function describeJump({ milliseconds, sleptMilliseconds }: Jump): string {
  const by = (each: number) => `${(Math.abs(each) / 1000).toFixed(0)} s`;
  if (sleptMilliseconds === null) {
    return milliseconds < 0
      ? `The clock of this machine was set back by ${by(milliseconds)}.`
      : `The clock of this machine is ${by(milliseconds)} ahead: it was set forward, or the machine slept.`;
  }
  const slept = sleptMilliseconds > 0 ? [`This machine slept for ${by(sleptMilliseconds)}.`] : [];
  const set = milliseconds - sleptMilliseconds;
  if (Math.abs(set) < MIN_JUMP_MILLISECONDS) return slept.join("");
  return [...slept, `The clock of this machine was set ${set < 0 ? "back" : "forward"} by ${by(set)}.`].join(
    " ",
  );
}

/**
 * Reads the time since this machine was started, which continues while it sleeps; null if the system does not provide
 * it.
 */
export function readSinceBoot(): number | null {
  if (Deno.build.os !== "linux") return null;
  try {
    return Number(Deno.readTextFileSync("/proc/uptime").split(" ")[0]) * 1000;
  } catch {
    return null;
  }
}
