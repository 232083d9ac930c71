import assert from "node:assert/strict";
import { assignmentStream } from "../../store/worker_machines/assignment.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { Harness, harness } from "../harness.ts";
import { DOOR } from "./machine.ts";
import { recordMachines } from "./recorded.ts";

const OPENED = { workers: 1, workerDoor: DOOR, checkedShare: 0 };

Deno.test("the newest of more than a thousand machines is found by its name, listed, and counts", async () => {
  await using h = await harness(OPENED);
  await recordMachines(h, 1100, {
    trust: (i) => i === 1100 ? ["verify"] : [],
    isRevoked: (i) => i < 1100,
  });
  const { items, placement } = await h.operator("GET /workers");
  assert.equal(placement.verifyOn, "another-worker");
  assert.deepEqual([items.length, items.at(-1)!.name], [1000, "m1100"]);
  const taken = await h.json("POST", "/workers", { name: "m1100" });
  assert.equal(taken.status, 400);
  const { status } = await h.operator("POST /workers/:id/revoke", { params: { id: "m1100" }, body: {} });
  assert.equal(status, "revoked");
});

Deno.test("everything that was offered before a restart has ended after it, however much it was", async () => {
  const h = await harness(OPENED);
  const ctx = contextFor(h.service, "system");
  const work = { round: 1, repoPath: "/r", tree: "t", command: "true", setup: null };
  await h.store.commit(() => {
    for (let i = 0; i < 1100; i++) {
      const id = ctx.newId("assignment");
      record(ctx, assignmentStream, id, [{ type: "assignment.offered", data: work }], { runId: "run_1" });
    }
  });
  const { directory } = h;
  await h.close();
  await using again = await Harness.open(OPENED, directory);
  const open = again.store.documents.find(assignmentStream, { status: "offered" }, { limit: -1 });
  assert.equal(open.length, 0);
});
