import assert from "node:assert/strict";
import { sha256 } from "../../store/chain.ts";
import { assignmentStream } from "../../store/worker_machines/assignment.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { packsOf } from "../../services/workforce/worker_machines/leases/claim.ts";
import { keepOutput } from "../../services/workforce/worker_machines/leases/deliver.ts";
import { outcomeText } from "../../services/workforce/worker_machines/wire/mod.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { ForeignObjects } from "./foreign_objects.ts";
import { Holder, OPENED } from "./holder.ts";
import { enrolMachine, refused } from "./machine.ts";

const cancel = async (h: Harness, id: string) => {
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  await h.settled(id);
};

Deno.test("a step ends once: what a machine signs of another end of it is refused", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const made = objects.write("blob", "b");
  const first = await holder.ended(await holder.send([{ mode: "100644", name: "b.txt", id: made }]));
  assert.ok(first.kind === "ended");
  const outcome = { ok: true as const, summary: "It did something else." };
  const changed = await holder.ended(first.files, { outcomeSha256: sha256(outcomeText(outcome)) });
  assert.ok(changed.kind === "ended");
  await refused(holder.say([first, { ...changed, outcome }]), /Nothing is to be done now|lease/, 400);
  const run = await h.settled(holder.runId);
  assert.equal(run.tasks[0]!.result?.summary, "Created b.txt");
  const [assignment] = h.store.documents.find(assignmentStream, { runId: run.id }, { limit: 1 });
  assert.equal(assignment!.taskDelivery!.statement.outcomeSha256, sha256(outcomeText(first.outcome)));
});

Deno.test("a part that is still written when its lease ends leaves nothing on disk", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const content = new Uint8Array(2 * 1024 * 1024);
  const { manifest: { leaseId } } = holder;
  const ctx = contextFor(h.service, "system");
  const { machineId } = machine.identity;
  const names = () =>
    Array.from(Deno.readDirSync(packsOf(h.service.config.storageDirectory)), ({ name }) => name);
  const before = names();
  const kept = keepOutput(ctx, machineId, { leaseId, hash: sha256(content), content });
  ctx.write(() => h.service.machines.dropAll(ctx, machineId, "It may not do it any more."));
  await assert.rejects(kept, /is over or belongs to another/);
  assert.deepEqual(names().filter((name) => !before.includes(name)), []);
  await cancel(h, holder.runId);
});
