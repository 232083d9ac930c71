import { freshSeed } from "../recovery/seed.ts";
import { tryCapsules } from "./trial.ts";

Deno.test("a capsule of which any byte was changed, cut off or added is refused by name", async () => {
  await tryCapsules(300, freshSeed(), (line) => Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`)));
});
