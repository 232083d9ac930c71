import assert from "node:assert/strict";
import { Harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

/** More than one trace may take. */
const RUNS = 3;

/** Less than two traces take that nobody answers. */
const MAX_MILLISECONDS = 10_000;

Deno.test("the service stops although the receiver of its traces does not answer", async () => {
  const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const h = await Harness.open({ traces: { endpoint: `http://127.0.0.1:${silent.addr.port}`, headers: {} } });
  for (let i = 0; i < RUNS; i++) {
    const { id } = await queuedRun(h);
    await h.operator("POST /runs/:id/cancel", { params: { id } });
  }
  const began = performance.now();
  await h.close();
  const took = performance.now() - began;
  silent.close();
  assert.ok(took < MAX_MILLISECONDS, `it took ${took} ms`);
});
