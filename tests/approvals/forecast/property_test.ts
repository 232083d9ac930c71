import { freshSeed } from "../../recovery/seed.ts";
import { trials } from "./trial.ts";

const PAIRS = 15;

Deno.test("what is forecast of two results is what becomes of them: applied, rebased, in conflict, or there already", async () => {
  await trials(PAIRS, freshSeed());
});
