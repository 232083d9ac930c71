import { freshSeed } from "../recovery/seed.ts";
import { tryMachines } from "./trial.ts";

Deno.test("behind a network that loses, repeats, delays and damages, each verification is delivered once", async () => {
  await tryMachines(8, freshSeed(), (line) => Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`)));
});
