import { RunWorld } from "./run_world.ts";
import { randomWorkflows, sameTrace } from "./trace_trial.ts";

/** More are a trial: `deno task soak -- workflows --count 200`. */
const SHARE = 4;

Deno.test("a run with real commands executes what its dry run says, for random graphs", async () => {
  await using world = await RunWorld.open();
  for (const definition of randomWorkflows(SHARE, 17)) await sameTrace(world, definition);
});
