import { join } from "node:path";
import { switched } from "./changes.ts";
import type { Checkout } from "./checkout.ts";
import { jsonLines } from "./measure.ts";
import type { Pending } from "./pending.ts";
import type { Result } from "./result.ts";
import type { Mutable } from "./scope.ts";
import type { Planned, Tried } from "./some_tests.ts";

/** How many mutants one process tries: what they leave in it adds up. */
const AT_ONCE = 25;
/** A test that blocks the process says nothing for longer than any may take. */
const STUCK_SECONDS = 240;

/**
 * Tries mutants that can be switched on in a running process, as loading the service takes longer than most tests. Returns the
 * others: they change what is computed when a module is loaded, or spoil the process for the next.
 */
export async function trySwitched(
  checkout: Checkout,
  sources: readonly Mutable[],
  pending: readonly Pending[],
  keep: (result: Omit<Result, "scope">) => void,
): Promise<Pending[]> {
  const inside: Pending[] = [];
  for (const each of pending) {
    const overlaps = inside.some(({ mutant: { path, start, end } }) =>
      path === each.mutant.path && start < each.mutant.end && each.mutant.start < end
    );
    if (each.isSwitchable && !overlaps && each.chosen.length > 0) inside.push(each);
  }
  const settled = new Set<number>();
  const left = new Map(inside.map((each) => [each.number, each]));
  for (const { path, text } of sources) {
    const changes = inside.filter(({ mutant }) => mutant.path === path)
      .map(({ mutant, number }) => ({ ...mutant, number }));
    checkout.write(path, switched(text, changes));
  }
  const out = join(checkout.root, ".cache", "tried");
  while (left.size > 0) {
    const some = [...left.values()].slice(0, AT_ONCE);
    const plan: Planned[] = some.map(({ number, chosen }) => ({
      number,
      tests: chosen.map(({ test, seconds }) => ({ name: test, seconds })),
    }));
    Deno.writeTextFileSync(out, "");
    let seen = 0;
    const collect = () => {
      const tried = jsonLines<Tried>(out);
      for (const { number, outcome, by = null, why = null, seconds = 0 } of tried.slice(seen)) {
        const each = left.get(number);
        if (outcome === undefined || outcome === "dirty" || each === undefined) continue;
        left.delete(number);
        settled.add(number);
        keep({ ...each.told, outcome, by, why, seconds });
      }
      seen = tried.length;
      return tried.at(-1)?.number ?? some[0]!.number;
    };
    const isStuck = () => {
      collect();
      return Date.now() - Deno.statSync(out).mtime!.getTime() > STUCK_SECONDS * 1_000;
    };
    await checkout.test("loadSwitched", [plan, out], 3_600, isStuck);
    left.delete(collect()); // it ended the process, unless it was the last
  }
  for (const { path, text } of sources) checkout.write(path, text);
  return pending.filter(({ number }) => !settled.has(number));
}
