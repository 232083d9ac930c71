import { dispatchBoundaries, killAt } from "../recovery/workflow_scenario.ts";
import { MAX_EXECUTIONS } from "../../services/control/workflows/graph/mod.ts";
import { measureBombs } from "./bombs_trial.ts";
import { runManyNodes } from "./many_nodes.ts";
import { RunWorld } from "./run_world.ts";
import { randomWorkflows, sameTrace } from "./trace_trial.ts";

/**
 * Compares so many random workflows with their dry runs, runs one with more nodes than a run may execute, kills one at every
 * boundary, and measures the bombs.
 */
export async function soakWorkflows(count: number, seed: number, say: (line: string) => void): Promise<void> {
  await measureBombs(say);
  const { executed, refused, milliseconds } = await runManyNodes(MAX_EXECUTIONS);
  say(`One run executed ${executed} nodes in ${Math.round(milliseconds / 1000)} s and refused ${refused}.`);
  await using world = await RunWorld.open();
  for (const [at, definition] of randomWorkflows(count, seed).entries()) {
    await sameTrace(world, definition);
    if ((at + 1) % 10 === 0) say(`${at + 1} of ${count} workflows (seed ${seed})`);
  }
  const points = await dispatchBoundaries();
  await killAt(points);
  say(`No difference in ${count} workflows, and none after kills at ${points.length} boundaries.`);
}
