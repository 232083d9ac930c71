import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { DOOR, serveDoor } from "./machine.ts";

Deno.test("an invitation makes a new machine, so it answers 201; a taken name makes none", async () => {
  await using h = await harness({ workerDoor: DOOR });
  await using _door = serveDoor(h);
  const invite = () => h.json("POST", "/workers", { name: "w1" });
  const first = await invite();
  assert.deepEqual([first.status, first.body.machine.status], [201, "invited"]);
  const second = await invite();
  assert.equal(second.status, 400);
  assert.match(second.body.error, /There is a worker machine w1 already/);
});
