import { shareOf, withSeed } from "./seed.ts";
import { killAtSteps, killInTurn, stepRounds } from "./step_kill.ts";

/** Every boundary is a trial: `deno task soak -- boundaries --count 1`. */
const SHARE = 9;

Deno.test("a run that is killed at any boundary ends in the same way, with nothing lost, doubled or left", () =>
  withSeed(async (seed) => await killAtSteps(shareOf(await stepRounds(), SHARE, seed))));

Deno.test("a child that ignores SIGTERM is ended when its killed service starts again", async () => {
  await killInTurn([["task:*:captured#2"]], { ignoresTerm: true });
});
