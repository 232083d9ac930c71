import assert from "node:assert/strict";
import { assignmentStream } from "../../store/worker_machines/assignment.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { enter } from "../runs/enter.ts";
import { runToRest } from "../runs/scenario.ts";
import { OPENED } from "./holder.ts";
import { askForWork, enrolMachine, tell } from "./machine.ts";
import { occupied } from "./occupied.ts";

Deno.test("work that a person is about to step into is offered to no machine, even if every slot here is taken", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  const { id } = await runToRest(h, repository, { request: 'create a.txt with "a"' });
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  await tell(machine);
  {
    await using _ = await occupied(h);
    await h.operator("POST /runs/:id/enter", { params: { id }, body: {} });
    assert.deepEqual(await askForWork(machine), { ticket: null });
  }
  const { place } = await enter(h, id);
  assert.equal(place.state, "entered");
  const offered = h.store.documents.find(assignmentStream, { runId: id }, { limit: 10 });
  assert.deepEqual(offered.map(({ status }) => status), []);
});
