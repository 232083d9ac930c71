import { longestTurn, type Turns } from "../../kit/longest_turn.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { closeSeeded, copySeeded, seedStore } from "./seeded_store.ts";
import { worksOf } from "./works.ts";

/** How long one turn of the event loop may take of its own processor time on a machine that does nothing else. */
const MAX_TURN_MILLISECONDS = 50;

/** One large piece of work, and the longest turn of the event loop by it. */
export type Measured = Turns & { name: string };

/** How much there is of what the trial works on. */
export type TrialSize = { runs: number; archived: number; some: number; rushed: number };

/**
 * How to measure: on a copy of what is seeded into `kept`, or was before; only works whose name contains `only`; `profiled` to
 * name the functions of long turns, which are a little longer for it.
 */
export type TrialOptions = { kept?: string | undefined; only?: string | undefined; profiled?: boolean };

/** Seeds a store and measures the longest turn of the event loop by each large piece of work. */
export async function* measureTurns(size: TrialSize, options: TrialOptions = {}): AsyncGenerator<Measured> {
  const { runs, archived, some, rushed } = size;
  const { kept, only = "", profiled = false } = options;
  const directory = temporaryDirectory();
  const seed = { runs, unarchived: Math.min(runs, archived), failures: some, expiring: some };
  const seeded = await (kept ? copySeeded(kept, directory, seed) : seedStore(directory, seed));
  try {
    for (const { name, prepare, work } of worksOf(seeded, rushed)) {
      if (!name.includes(only)) continue;
      await prepare?.();
      yield { name, ...await longestTurn(work, profiled ? MAX_TURN_MILLISECONDS : Infinity) };
    }
  } finally {
    await closeSeeded(seeded);
    await Deno.remove(directory, { recursive: true });
  }
}

/** Measures with so many runs and says the numbers. Returns 1 if a turn took longer than it may, for exiting. */
export async function soakTurns(
  runs: number,
  options: TrialOptions,
  say: (line: string) => void,
): Promise<number> {
  const size = { runs, archived: 20_000, some: Math.min(1_000, Math.floor(runs / 4)), rushed: 3_000 };
  const whole = (milliseconds: number) => `${Math.round(milliseconds)} ms`;
  let [all, long] = [0, 0];
  for await (const { name, own, wall, took, used, functions } of measureTurns(size, options)) {
    const turn = `longest turn ${whole(own)} of processor time, ${whole(wall)} by the clock`;
    say([`${name}: ${turn}; all ${whole(used)} in ${whole(took)}`, ...functions].join("\n    "));
    all++;
    if (own > MAX_TURN_MILLISECONDS) long++;
  }
  say(`${long} of ${all} had a turn of more than ${MAX_TURN_MILLISECONDS} ms.`);
  return long > 0 ? 1 : 0;
}
