import { UnavailableError } from "../../ground/kernel/errors.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import { descendantsOf, isConfined, isStopped, isSuspended, processesWith } from "./table.ts";

/** Stopping takes a moment; a program that starts others faster than they can be stopped does not get longer. */
const MAX_MILLISECONDS = 15_000;

/** By how many calls of a service, named by its store, each process is stopped now: only the last one lets it continue. */
const holdersOf = ownedBy<object, Map<number, number>>(() => new Map());

/**
 * Does something while nothing moves in the sandboxes below some processes, whose ids are given: what is there is stopped, and
 * continues afterwards. Otherwise a program could put a link in place of a directory meanwhile, and this service, which sees more
 * than it, would read or remove what the link leads to. Outside of a sandbox a program sees all of that itself.
 *
 * @throws {UnavailableError} when they do not stop
 */
export async function whileStill<T>(
  owner: object,
  leaders: Iterable<number>,
  work: () => Promise<T>,
): Promise<T> {
  const above = [...leaders];
  if (above.length === 0 || Deno.build.os !== "linux") return await work();
  const stopped = new Set<number>();
  const held = new Set<number>();
  const holders = holdersOf(owner);
  try {
    await stopBelow(above, stopped, held, holders);
    return await work();
  } finally {
    const inside = insideOf(above);
    for (const pid of held) if (letGo(holders, pid) && inside.has(pid)) signal(pid, "SIGCONT");
  }
}

/** Does something while nothing moves in the sandboxes that may write a directory, also in those that a person started. */
export const whileStillIn = <T>(owner: object, directory: string, work: () => Promise<T>): Promise<T> =>
  whileStill(owner, processesWith("--bind", directory, directory), work);

/** Twice in a row nothing may run: a process may start another one while the table is read. */
async function stopBelow(
  leaders: readonly number[],
  stopped: Set<number>,
  held: Set<number>,
  holders: Map<number, number>,
): Promise<void> {
  const until = performance.now() + MAX_MILLISECONDS;
  for (let still = 0; still < 2;) {
    const moving = [...insideOf(leaders)].filter((pid) => !stopped.has(pid) || !isStopped(pid));
    still = moving.length === 0 ? still + 1 : 0;
    for (const pid of moving) {
      // What a person has suspended in their shell stays so.
      if (!stopped.has(pid) && (holders.has(pid) || !isSuspended(pid))) {
        holders.set(pid, (holders.get(pid) ?? 0) + 1);
        held.add(pid);
      }
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

/** Returns whether no other call holds it. */
function letGo(holders: Map<number, number>, pid: number): boolean {
  const left = holders.get(pid)! - 1;
  if (left > 0) holders.set(pid, left);
  else holders.delete(pid);
  return left === 0;
}

const insideOf = (leaders: readonly number[]): Set<number> =>
  new Set(leaders.flatMap(descendantsOf).filter(isConfined));

function signal(pid: number, name: Deno.Signal): void {
  try {
    Deno.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
