/** How often it is looked how much memory a process has. */
const LOOK_MILLISECONDS = 25;

/** The unit of `/proc/<pid>/statm`. */
const PAGE_BYTES = 4096;

/**
 * Calls `exceeded` once when a process has more memory than it may; on Linux alone, elsewhere nothing is known. Returns what ends
 * the watch.
 */
export function watchMemory(pid: number, memoryBytes: number, exceeded: () => void): () => void {
  if (Deno.build.os !== "linux") return () => {};
  const timer = setInterval(() => {
    if (residentBytes(pid) <= memoryBytes) return;
    clearInterval(timer);
    exceeded();
  }, LOOK_MILLISECONDS);
  return () => clearInterval(timer);
}

/** Returns the memory that a process has; 0 for one that is gone. */
function residentBytes(pid: number): number {
  try {
    return Number(Deno.readTextFileSync(`/proc/${pid}/statm`).split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
