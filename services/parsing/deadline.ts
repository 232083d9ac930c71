/** The unit of the times in `/proc/<pid>/stat`: Linux tells programs of 100 ticks a second everywhere. */
const TICK_MILLISECONDS = 10;

/** How many times the deadline may pass on the wall for a process that does not get the processor. */
const MAX_STRETCH = 6;

/**
 * Calls `exceeded` once when a process has worked for longer than it may from now on. What counts is the time of the processor that
 * it got, so that a busy machine fails nothing; where that is not known, it is the clock on the wall. Returns what ends the watch.
 */
export function watchDeadline(pid: number, milliseconds: number, exceeded: () => void): () => void {
  const [begun, before] = [performance.now(), spentMilliseconds(pid)];
  const look = () => {
    const passed = performance.now() - begun;
    const spent = spentMilliseconds(pid);
    const worked = before === null || spent === null ? passed : spent - before;
    const left = Math.min(milliseconds - worked, milliseconds * MAX_STRETCH - passed);
    if (left <= 0) return exceeded();
    timer = setTimeout(look, Math.max(left, TICK_MILLISECONDS));
  };
  let timer = setTimeout(look, milliseconds);
  return () => clearTimeout(timer);
}

/** Returns the time of the processor that a process got, in all its threads; null where that is not known. */
function spentMilliseconds(pid: number): number | null {
  if (Deno.build.os !== "linux") return null;
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
  } catch {
    return null;
  }
}
