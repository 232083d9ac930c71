import assert from "node:assert/strict";
import type { MachineMessage } from "../../services/workforce/worker_machines/wire/mod.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { approvePending } from "../runs/scenario.ts";
import { ForeignObjects } from "./foreign_objects.ts";
import { Holder, OPENED } from "./holder.ts";
import { enrolMachine, refused as refusedWith } from "./machine.ts";

const refused = (work: Promise<unknown>, sentence: RegExp) => refusedWith(work, sentence, 400);

const deliveriesOf = (h: Harness) =>
  h.store.events.after(0, 10_000).filter(({ type }) => type === "assignment.task_delivered");

Deno.test("the last message of a task is accepted again after its lease, and counts once; any other is refused", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const KEPT = { mode: "100644", name: "a.txt", id: objects.write("blob", "hello\n") };
  const files = await holder.send([
    KEPT,
    { mode: "100644", name: "b.txt", id: objects.write("blob", "b") },
  ]);
  const words: MachineMessage = { kind: "words", text: "Done.", as: "words" };
  const ended = await holder.ended(files);
  assert.ok(ended.kind === "ended");
  assert.equal(await holder.say([words, ended]), 2);
  const run = await h.settled(holder.runId);
  assert.equal(run.status, "waiting", run.statusDetail);

  const before = h.store.events.after(0, 10_000).length;
  for (let each = 0; each < 2; each++) assert.equal(await holder.say([words, ended], { first: 1 }), 2);
  assert.equal(await holder.say([ended], { first: 2, lane: "main" }), 2);
  assert.equal(h.store.events.after(0, 10_000).length, before);
  assert.equal(deliveriesOf(h).length, 1);

  const over = /lease on assignment_\w+ is over, so nothing can be delivered\. The last to hold it was w1/;
  const others: MachineMessage[] = [
    await holder.ended({ ...files, tree: objects.tree([KEPT]) }),
    await holder.ended(files, { fence: 2 }),
    await holder.ended(files, { step: 2 }),
    { ...ended, files: { ...files, tree: objects.tree([KEPT]) } },
    { ...ended, outcome: { ok: true, summary: "Created something else" } },
  ];
  for (const other of others) await refused(holder.say([other], { first: 2 }), over);
  const unknown = await holder.ended(files, { assignmentId: "assignment_unknown" });
  await refused(holder.say([unknown], { first: 2 }), /lease on assignment_unknown is over/);
  await refused(holder.say([words], { first: 1 }), /is over or belongs to another worker machine/);
  await refused(holder.say([ended, words], { first: 2 }), /is over or belongs to another worker machine/);

  const foreign = await enrolMachine(h, { name: "w2", trust: ["tasks"] });
  const stolen = new Holder(foreign, holder.runId, holder.manifest, objects);
  await refused(stolen.say([words, ended], { first: 1 }), over);
  assert.equal(
    h.store.events.after(0, 10_000).filter(({ type }) => type.startsWith("assignment.")).length,
    3,
  );

  assert.equal((await approvePending(h, run)).status, "completed");
  assert.equal(repository.read("b.txt"), "b");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an end that arrives after the task was cancelled is refused, and names who held it", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const files = await holder.send([
    { mode: "100644", name: "b.txt", id: objects.write("blob", "b") },
  ]);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
  await refused(holder.ended(files).then((it) => holder.say([it])), /is over, so nothing can be delivered/);
  assert.equal(deliveriesOf(h).length, 0);
});
