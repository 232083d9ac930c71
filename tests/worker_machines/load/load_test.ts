import assert from "node:assert/strict";
import { tryHeartbeats } from "./trial.ts";

Deno.test("heartbeats of 200 machines are all acknowledged while a person uses the dashboard, and no lease is lost", async () => {
  const { sent, held, lost, leasesLost, refused } = await tryHeartbeats(
    { machines: 200, perSecond: 200, seconds: 2 },
    () => {},
  );
  assert.deepEqual([sent, held, lost, leasesLost, refused], [400, 400, 0, 0, {}]);
});
