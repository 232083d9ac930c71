import assert from "node:assert/strict";
import { begin, nextMove } from "../../services/execution/tasks/startable.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { harness } from "../harness.ts";

Deno.test("work that fails before anybody looks is neither lost nor the end of the service", async () => {
  await using h = await harness();
  const port = {
    ctx: contextFor(h.service, "coordinator"),
    runId: "run_1",
    signal: AbortSignal.timeout(10_000),
  };
  const going = new Map<string, Promise<void>>();
  begin(port, going, "ends", () => Promise.resolve());
  await Promise.all(going.values());
  begin(port, going, "fails", () => Promise.reject(new Error("the disk is gone")));
  await Promise.allSettled(going.values());
  assert.deepEqual([...going.keys()], ["fails"]);
  await assert.rejects(nextMove(port, going.values()), /the disk is gone/);
});
