import { bundlePrograms } from "../../programs.ts";
import { Random } from "../../recovery/load/random.ts";
import { anywhere, type Kill, type Killed, killSchedule } from "../kill.ts";
import type { Trial } from "./trial.ts";

/** Kills before so many statements find every kind that a fire and what follows it consist of. */
const LOOKS = 240;
/** The same kind is met in different fires. */
const TIMES = 4;
/** Schedules that are tried side by side, each in a directory of its own. */
const SCHEDULES = navigator.hardwareConcurrency;

/** Kills a service with a schedule so often before each kind of statement, on a clock that is set by an hour now and then. */
export const kills: Trial = {
  count: 200,
  unit: "kills at each boundary",
  run: async (count, seed) => {
    for (const [name, value] of Object.entries(await bundlePrograms())) Deno.env.set(name, value);
    const dice = new Random(seed);
    const random = () => dice.next();
    const found = await sideBySide(() => anywhere(Math.ceil(LOOKS / SCHEDULES), random), random);
    const kinds = [...found.boundaries.keys()].toSorted();
    const share = Math.ceil(count / SCHEDULES);
    const tried = await sideBySide(() => atEach(kinds, share), random);
    const before = kinds.map((kind) => `${kind} × ${tried.boundaries.get(kind)}`).join(", ");
    const all = [...tried.boundaries.values()].reduce((sum, times) => sum + times, 0);
    return `No difference after ${all} kills before ${kinds.length} kinds of statements (${before}) and ${LOOKS} anywhere: ` +
      `${found.moments + tried.moments} moments and ${found.runs + tried.runs} runs, each once.`;
  },
};

function* atEach(kinds: readonly string[], count: number): Generator<Kill> {
  for (let i = 0; i < count; i++) for (const kind of kinds) yield { kind, time: 1 + i % TIMES };
}

async function sideBySide(plan: () => Iterable<Kill>, random: () => number): Promise<Killed> {
  const all = await Promise.all(Array.from({ length: SCHEDULES }, () => killSchedule(plan(), random)));
  const boundaries = new Map<string, number>();
  for (const { boundaries: seen } of all) {
    for (const [kind, times] of seen) boundaries.set(kind, (boundaries.get(kind) ?? 0) + times);
  }
  const sum = (of: (one: Killed) => number) => all.reduce((total, one) => total + of(one), 0);
  return { moments: sum(({ moments }) => moments), runs: sum(({ runs }) => runs), boundaries };
}
