import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { ForeignObjects } from "./foreign_objects.ts";
import { Holder, OPENED } from "./holder.ts";
import { enrolMachine, refused } from "./machine.ts";

const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

Deno.test("a few trees that name one another, with more paths than a task may leave, are refused before git lists them", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const send = async (depth: number) => {
    const made = [objects.write("blob", "b")];
    let entries = NAMES.map((name) => ({ mode: "100644", name, id: made[0]! }));
    for (let level = 1; level < depth; level++) {
      const id = objects.tree(entries);
      made.push(id);
      entries = NAMES.map((name) => ({ mode: "40000", name, id }));
    }
    const tree = objects.tree(entries);
    const commit = objects.commit(tree, holder.manifest.task.start.commit);
    const pack = await holder.put(objects.pack([...made, tree, commit]));
    return await holder.say([await holder.ended({ commit, tree, pack })]);
  };
  await refused(send(6), /more than 50000 files/, 400);
  await send(2); // the control: a hundred paths are accepted
  await h.settled(holder.runId);
});

Deno.test("what a machine says of a task counts with its files, and more than a task may send is refused", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const words = { kind: "words" as const, text: "x", as: "words" as const };
  const lease = h.service.machines.leases.get(holder.manifest.leaseId)!;
  lease.sentBytes = 1024 ** 3 - 100;
  assert.equal(await holder.say([words]), 1, "the control: a little is left");
  await refused(holder.say([words]), /at most 1024 MiB/, 400);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
});
