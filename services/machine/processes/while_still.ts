import { UnavailableError } from "../../ground/kernel/errors.ts";
import { descendantsOf, isConfined, isStopped } from "./table.ts";

/** Stopping takes a moment; a program that starts others faster than they can be stopped does not get longer. */
const MAX_MILLISECONDS = 15_000;

/**
 * Does something while nothing moves in the sandboxes below some processes, whose ids are given: what is there is stopped, and
 * continues afterwards. Otherwise a program could put a link in place of a directory meanwhile, and this service, which sees more
 * than it, would read or remove what the link leads to. Outside of a sandbox a program sees all of that itself.
 *
 * @throws {UnavailableError} when they do not stop
 */
export async function whileStill<T>(leaders: Iterable<number>, work: () => Promise<T>): Promise<T> {
  const above = [...leaders];
  if (above.length === 0 || Deno.build.os !== "linux") return await work();
  const stopped = new Set<number>();
  try {
    await stopBelow(above, stopped);
    return await work();
  } finally {
    for (const pid of insideOf(above)) if (stopped.has(pid)) signal(pid, "SIGCONT");
  }
}

/** Twice in a row nothing may run: a process may start another one while the table is read. */
async function stopBelow(leaders: readonly number[], stopped: Set<number>): Promise<void> {
  const until = performance.now() + MAX_MILLISECONDS;
  for (let still = 0; still < 2;) {
    const moving = insideOf(leaders).filter((pid) => !stopped.has(pid) || !isStopped(pid));
    still = moving.length === 0 ? still + 1 : 0;
    for (const pid of moving) {
      stopped.add(pid);
      signal(pid, "SIGSTOP");
    }
    if (still < 2 && performance.now() > until) {
      throw new UnavailableError(
        "What runs in the sandbox could not be stopped for a moment, so its files were not read.",
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const insideOf = (leaders: readonly number[]): number[] => leaders.flatMap(descendantsOf).filter(isConfined);

function signal(pid: number, name: Deno.Signal): void {
  try {
    Deno.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
