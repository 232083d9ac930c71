import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import { Harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

/** More than a trace used to have. */
const EVENTS = 51_000;

Deno.test("the trace of a run with very many events ends with the run", async () => {
  const { promise: sent, resolve } = Promise.withResolvers<string>();
  await using receiver = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      resolve(await request.text());
      return new Response("{}");
    },
  );
  const endpoint = `http://127.0.0.1:${receiver.addr.port}`;
  const h = await Harness.open({ traces: { endpoint, headers: {} } });
  const { id } = await queuedRun(h);
  const ctx = contextFor(h.service, "system");
  const stalled = { type: "run.stalled" as const, data: { since: "2026-01-01T00:00:00.000Z" } };
  for (let left = EVENTS; left > 0; left -= 1_000) {
    ctx.write(() => record(ctx, runStream, id, Array.from({ length: 1_000 }, () => stalled), { runId: id }));
  }
  await ctx.settled();
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  const { resourceSpans: [{ scopeSpans: [{ spans }] }] } = JSON.parse(await sent);
  const outcome = { key: "agent_harness.outcome", value: { stringValue: "cancelled" } };
  assert.deepEqual(spans[0].attributes.at(-1), outcome);
  await h.close();
});
