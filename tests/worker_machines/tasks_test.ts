import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { DOOR, runMachine } from "./machine.ts";
import { untilPresent } from "./until.ts";

const opened = () => harness({ workers: 1, workerDoor: DOOR, checkedShare: 0 });

sandboxTest(
  "a worker machine does the task of a run; the session says where, and the log has its signature",
  async () => {
    await using h = await opened();
    using repository = TestRepository.make();
    await using machine = await runMachine(h, { trust: ["tasks"] });
    await untilPresent(h);
    const run = await runToRest(h, repository, { request: 'create b.txt with "b"\nrun cat b.txt' });
    assert.equal(run.status, "waiting", `${run.statusDetail} ${machine.lines.join("\n")}`);
    const items = await h.operator("GET /runs/:id/task-sessions", { params: { id: run.id } });
    assert.deepEqual(items.map(({ machine }) => machine?.name), ["w1", "w1"]);
    assert.equal((await approvePending(h, run)).status, "completed");
    assert.equal(repository.read("b.txt"), "b");
  },
);
