import { FIX_POINTS, killFix } from "./fix_kill.ts";
import { inParallel } from "./in_parallel.ts";
import { freshSeed } from "./seed.ts";

/** Every boundary is a trial: `deno task soak -- boundaries --count 1`. */
const SHARE = 2;

Deno.test("kill -9 at boundaries of a fix round and of the check of the base: the run ends in the same way", async () => {
  const seed = freshSeed();
  const points = FIX_POINTS.filter((_, at) => at % SHARE === seed % SHARE);
  await inParallel(2, points, killFix).catch((cause) => {
    throw new Error(`RECOVERY_SEED=${seed}: ${(cause as Error).message}`, { cause });
  });
});
