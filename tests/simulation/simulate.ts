import { Coverage } from "./coverage.ts";
import { Simulation } from "./simulation.ts";

/** How many commands one history has; the next begins with an empty store and the next seed. */
const HISTORY = 1_000;

/** Runs histories of so many commands together, and returns what they covered. Throws at the first difference. */
export async function simulate(
  count: number,
  seed: number,
  say: (line: string) => void = () => {},
): Promise<Coverage> {
  const coverage = new Coverage();
  let [kills, began] = [0, performance.now()];
  for (let next = seed; coverage.commands < count; next++) {
    await using simulation = await Simulation.open(next);
    await simulation.run(Math.min(HISTORY, count - coverage.commands));
    coverage.merge(simulation.coverage);
    kills += simulation.world.kills;
    const rate = Math.round(coverage.commands / (performance.now() - began) * 1000);
    say(
      `${coverage.commands} commands, ${kills} kills, ${coverage.pairs} pairs of a command and a state, ${rate} commands/s`,
    );
  }
  return coverage;
}
