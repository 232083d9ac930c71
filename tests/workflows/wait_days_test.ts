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
