import { freshSeed } from "./seed.ts";
import { killAtSteps, killInTurn, stepRounds } from "./step_kill.ts";

/** Every boundary is a trial: `deno task soak -- boundaries --count 1`. */
const SHARE = 3;

Deno.test("a run that is killed at any boundary ends in the same way, with nothing lost, doubled or left", async () => {
  const seed = freshSeed();
  const rounds = (await stepRounds()).filter((_, at) => at % SHARE === seed % SHARE);
  try {
    await killAtSteps(rounds);
  } catch (cause) {
    throw new Error(`RECOVERY_SEED=${seed}: ${(cause as Error).message}`, { cause });
  }
});

Deno.test("a child that ignores SIGTERM is ended when its killed service starts again", async () => {
  await killInTurn([["task:*:captured#2"]], { ignoresTerm: true });
});
