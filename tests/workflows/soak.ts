import { dispatchBoundaries, killAt } from "../recovery/workflow_scenario.ts";
import { measureBombs } from "./bombs_trial.ts";
import { RunWorld } from "./run_world.ts";
import { randomWorkflows, sameTrace } from "./trace_trial.ts";

/** Compares so many random workflows with their dry runs, kills one at every boundary, and measures the bombs. */
export async function soakWorkflows(count: number, seed: number, say: (line: string) => void): Promise<void> {
  await measureBombs(say);
  await using world = await RunWorld.open();
  for (const [at, definition] of randomWorkflows(count, seed).entries()) {
    await sameTrace(world, definition);
    if ((at + 1) % 10 === 0) say(`${at + 1} of ${count} workflows (seed ${seed})`);
  }
  const points = await dispatchBoundaries();
  await killAt(points);
  say(`No difference in ${count} workflows, and none after kills at ${points.length} boundaries.`);
}
