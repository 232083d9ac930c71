import assert from "node:assert/strict";
import { trySubscribers } from "./subscribers.ts";

Deno.test("30 subscribers see every event once and in order, across dropped connections and a kill", async () => {
  const result = await trySubscribers({ count: 30, seconds: 1, seed: 7 }, () => {});
  const { complete, faults, refused, delivered } = result;
  assert.deepEqual([complete, faults, refused], [30, 0, {}]);
  assert.ok(delivered > 0 && delivered % 30 === 0);
});
