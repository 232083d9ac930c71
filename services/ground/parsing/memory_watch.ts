/** How often the memory of a process is checked. */
const LOOK_MILLISECONDS = 25;

/** The unit of `/proc/<pid>/statm`. */
const PAGE_BYTES = 4096;

/**
 * Calls `exceeded` once when a process uses more memory than allowed; only on Linux, elsewhere it is unknown. Returns a
 * function that stops the watch.
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

/** Returns the memory of a process; 0 if it has ended. */
function residentBytes(pid: number): number {
  try {
    return Number(Deno.readTextFileSync(`/proc/${pid}/statm`).split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
