import { Coverage } from "./coverage.ts";
import { Simulation } from "./simulation.ts";

/** How many commands one history has; the next begins with an empty store and the next seed. */
const HISTORY = 1_000;

/** What histories had in common so far. */
type Sum = { commands: number; kills: number; awake: number };

type Asked = {
  count: number;
  seed: number;
  say?: (line: string) => void;
  /** A file with a line for each history that showed no difference: it goes on after them. */
  log?: string | undefined;
};

/** Runs histories of so many commands together, and returns what they covered. Throws at the first difference. */
export async function simulate({ count, seed, say = () => {}, log }: Asked): Promise<Coverage> {
  const coverage = new Coverage();
  const began = performance.now();
  const sum: Sum = { commands: 0, kills: 0, awake: 0 };
  let next = seed;
  for (const kept of log === undefined ? [] : keptIn(log)) {
    next = kept.seed + 1;
    add(sum, kept);
  }
  const before = sum.commands;
  for (; sum.commands < count; next++) {
    await using simulation = await Simulation.open(next);
    await simulation.run(Math.min(HISTORY, count - sum.commands));
    const { world } = simulation;
    const { commands } = simulation.coverage;
    const history = { commands, kills: world.kills, awake: world.clocks.readClocks().elapsed };
    coverage.merge(simulation.coverage);
    add(sum, history);
    if (log !== undefined) {
      Deno.writeTextFileSync(log, `${JSON.stringify({ seed: next, ...history })}\n`, { append: true });
    }
    const rate = Math.round((sum.commands - before) / (performance.now() - began) * 1000);
    const pause = Math.round(sum.awake / sum.commands / 1000);
    say(
      `${sum.commands} commands, one each ${pause} s of its clock, ${sum.kills} kills, ${coverage.pairs} pairs of a command and a state, ${rate} commands/s`,
    );
  }
  return coverage;
}

function add(sum: Sum, { commands, kills, awake }: Sum): void {
  sum.commands += commands;
  sum.kills += kills;
  sum.awake += awake;
}

/** The histories of a log, in their order; none if there is no such file. */
function keptIn(log: string): (Sum & { seed: number })[] {
  try {
    return Deno.readTextFileSync(log).trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
