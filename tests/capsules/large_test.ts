import { tryLarge } from "./large.ts";

Deno.test("a run in a large repository is exported, read and opened", async () => {
  await tryLarge(3, (line) => Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`)));
});
