import assert from "node:assert/strict";
import { z } from "zod";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { ForeignObjects } from "./foreign_objects.ts";
import { Holder, OPENED } from "./holder.ts";
import { enrolMachine } from "./machine.ts";

Deno.test("a machine that was drained finishes its task, whatever a person changes of another machine", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  await enrolMachine(h, { name: "w2", trust: [] });
  const holder = await Holder.of(h, machine, repository, objects);
  await h.operator("POST /workers/:id/drain", { params: { id: "w1" } });
  await h.operator("POST /workers/:id/trust", { params: { id: "w2" }, body: { for: ["tasks"] } });
  const beat = await machine.client.call(z.object({ lease: z.string() }), {
    method: "POST",
    path: `/worker/leases/${holder.manifest.leaseId}/heartbeats`,
    lane: "beat",
  });
  assert.equal(beat.lease, "held");
  const made = objects.write("blob", "b");
  await holder.say([await holder.ended(await holder.send([{ mode: "100644", name: "b.txt", id: made }]))]);
  const run = await h.settled(holder.runId);
  assert.equal(run.tasks[0]!.result?.summary, "Created b.txt");
});
