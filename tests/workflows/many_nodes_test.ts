import { runManyNodes } from "./many_nodes.ts";

Deno.test("a real run executes as many nodes as it may; what would be one more is refused with a sentence, and none vanishes", async () => {
  await runManyNodes(50);
});
