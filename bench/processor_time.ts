/** The ticks of a second in which Linux counts the time of processors; the same on every machine that Deno runs on. */
const TICKS = 100;

/** Returns how long a process has had a processor, in milliseconds, as Linux counts it. */
export function processorMilliseconds(pid: number): number {
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
  // The name of the program, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 1000 / TICKS;
}
