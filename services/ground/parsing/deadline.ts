/** The unit of the times in `/proc/<pid>/stat`: Linux reports 100 ticks per second to programs everywhere. */
const TICK_MILLISECONDS = 10;

/** How many deadlines of wall-clock time may pass for a process that gets no CPU time. */
const MAX_STRETCH = 6;

/**
 * Calls `exceeded` once when a process has worked longer than allowed from now on. It measures CPU time, so that a busy
 * machine causes no failures, or wall-clock time if that is unknown. Returns a function that stops the watch.
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

/** Returns the CPU time of a process, in all its threads; null if unknown. */
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
