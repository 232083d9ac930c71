import { freshSeed } from "../../recovery/seed.ts";
import { trials } from "./trial.ts";

const PAIRS = 15;

/** Pairs for which the sides of the merge must not be exchanged, and which meet only in the renamed file. */
const FOUND_BY_SOAK = [3_426_387_943, 3_426_388_014];

Deno.test("what is forecast of two results is what becomes of them: applied, rebased, in conflict, or there already", async () => {
  await trials(PAIRS, freshSeed());
});

Deno.test("changes of a file that was renamed in the working tree are forecast as they are merged", async () => {
  for (const seed of FOUND_BY_SOAK) await trials(1, seed);
});
