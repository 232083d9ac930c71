/** The interval at which the first process of a sandbox is checked. */
const INTERVAL_MILLISECONDS = 1_000;

/**
 * Watches the first process of a sandbox, whose `bwrap` has the id `pid`, and calls `onStopped` once when it is stopped: a command
 * may stop it with ptrace, and the sandbox would then outlive the command. Returns a function that ends the watch.
 */
export function watchFirstProcess(pid: number, onStopped: () => void): () => void {
  let seen = false;
  const timer = setInterval(() => {
    const stopped = isFirstStopped(pid);
    // Twice, because a tracer stops a process for a moment when it attaches.
    if (stopped && seen) {
      clearInterval(timer);
      onStopped();
    }
    seen = stopped;
  }, INTERVAL_MILLISECONDS);
  return () => clearInterval(timer);
}

/** Whether it is stopped by a signal or by a tracer. False where the system does not say. */
function isFirstStopped(pid: number): boolean {
  try {
    const [first] = Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).trim().split(" ");
    const stat = Deno.readTextFileSync(`/proc/${first}/stat`);
    return /^[Tt] /.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}
