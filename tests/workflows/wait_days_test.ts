import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const SOURCE = "name: Tomorrow\nnodes:\n  - {id: rest, kind: wait, with: {for: P1D}}\n";

Deno.test("a wait of P1D is 24 hours, also over a night on which the clocks of the planner change", async () => {
  const now = new Date("2026-03-28T12:00:00Z");
  await using world = await RunWorld.open(undefined, { now: () => now });
  await world.h.operator("POST /planner/settings", { body: { timeZone: "Europe/Berlin" } });
  const { waitingFor } = await world.settled(await world.start(SOURCE));
  assert.deepEqual([waitingFor!.kind, waitingFor!.expiresAt], ["time", "2026-03-29T12:00:00.000Z"]);
});

Deno.test("a computed time needs a date, a time and an offset, as one that is written does", async () => {
  await using world = await RunWorld.open();
  const source = "name: Until\ninputs: { type: object, properties: { when: { type: string } } }\nnodes:\n" +
    '  - { id: rest, kind: wait, with: { until: "${{ inputs.when }}" } }\n';
  for (const when of ["in 5", "5", "2026-12-24", "2026-12-24T09:00"]) {
    const run = await world.settled(await world.start(source, { when }));
    assert.deepEqual([run.status, run.statusReason], ["failed", "invalid_input"], when);
    assert.match(run.statusDetail!, /is not a time such as/);
  }
  const run = await world.settled(await world.start(source, { when: "2999-12-24T09:00:00+02:00" }));
  assert.equal(run.waitingFor!.expiresAt, "2999-12-24T07:00:00.000Z");
});
