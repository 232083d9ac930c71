import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { ForeignObjects } from "./foreign_objects.ts";
import { Holder, OPENED } from "./holder.ts";
import { enrolMachine, refused } from "./machine.ts";
import { untilEvent } from "./until.ts";

Deno.test("a machine loses what it does when a default of the repository keeps it here", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  await h.json("POST", "/repositories/defaults", { repoPath: repository.root, place: "here" });
  await untilEvent(h, "assignment.lost");
  const lost = h.store.events.after(0, 10_000).find(({ type }) => type === "assignment.lost");
  assert.match(JSON.stringify(lost!.data), /may not do it any more/);
  await refused(holder.say([{ kind: "words", text: "Still here.", as: "words" }]), /lease/, 400);
  const run = await h.settled(holder.runId);
  assert.equal(run.status, "waiting", run.statusDetail);
  const [session] = await h.operator("GET /runs/:id/task-sessions", { params: { id: holder.runId } });
  assert.equal(session!.machine, undefined);
});
