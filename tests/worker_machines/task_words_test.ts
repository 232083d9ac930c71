import assert from "node:assert/strict";
import { renderAnswer } from "../../commands/render/views.ts";
import type { Send } from "../../services/execution/worker_program/mod.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { sandboxTest } from "../sandbox.ts";
import { DOOR, doorOf, runMachine } from "./machine.ts";
import { untilEvent, untilPresent } from "./until.ts";

sandboxTest(
  "the commands and the API say where a task is done, what its machine does, and how a person gets in",
  async () => {
    await using h = await harness({ workers: 1, workerDoor: DOOR, checkedShare: 0 });
    using repository = TestRepository.make();
    // What the machine says of its task is held back, so that the task lasts.
    const [worked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const door = doorOf(h);
    const held: Send = async (url, init) => {
      if (url.endsWith("/messages")) {
        worked.resolve();
        await finish.promise;
      }
      return await door(url, init);
    };
    await using _machine = await runMachine(h, { trust: ["verify", "tasks"] }, held);
    await untilPresent(h);
    const verifier = { command: "test -f b.txt" };
    const body = { request: 'create b.txt with "b"', repoPath: repository.root, verifier };
    const { id } = await h.operator("POST /coordinator/runs", { body });
    await worked.promise;
    const params = { id };
    const shown = async (key: "GET /workers" | "GET /runs/:id" | "GET /runs/:id/task-sessions") =>
      renderAnswer(
        key,
        key === "GET /workers" ? await h.operator(key) : await h.operator(key, { params }),
        null,
      ).join("\n");
    const [session] = await h.operator("GET /runs/:id/task-sessions", { params });
    assert.match(await shown("GET /workers"), new RegExp(`verify, tasks .*the task ${session!.id}`));
    assert.match(await shown("GET /runs/:id"), /MACHINE.*\n.*running +.* w1/);
    assert.match(await shown("GET /runs/:id/task-sessions"), /MACHINE.*\n.* w1/);
    assert.equal(session!.nextMove?.what, "Finish the task on the worker machine w1.");
    const [w1] = (await h.operator("GET /workers")).items;
    assert.deepEqual(w1!.doing.map(({ runId, taskSessionId }) => [runId, taskSessionId]), [[
      id,
      session!.id,
    ]]);

    const asked = await h.operator("POST /runs/:id/enter", { params, body: {} });
    assert.deepEqual([asked.state, asked.directory], ["requested", null]);
    assert.match(asked.detail, /on the worker machine w1, which finishes it first.*Then its files are here/);
    finish.resolve();
    await untilEvent(h, "task_session.entered");
    const done = (await h.operator("GET /workers/:id/log", { params: { id: "w1" } })).items;
    assert.deepEqual(done.map(({ outcome, taskSessionId }) => [outcome, taskSessionId]), [[
      "delivered",
      session!.id,
    ]]);
    const entered = await h.operator("POST /runs/:id/enter", { params, body: {} });
    assert.equal(await Deno.readTextFile(`${entered.directory}/b.txt`), "b");
    await h.operator("POST /runs/:id/hand-back", { params, body: { taskId: entered.taskId } });
    const run = await h.settled(id);
    assert.deepEqual(
      run.evaluation?.reportedBy,
      undefined,
      "w1 began it, so it does not verify it as another one",
    );
    const { work } = await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } });
    assert.deepEqual(work.map(({ machines }) => machines), [["w1"]], "though it went on here");
  },
);

sandboxTest(
  "a review says which machine made a result, and warns of one that was revoked since",
  async () => {
    await using h = await harness({ workers: 1, workerDoor: DOOR, checkedShare: 0 });
    using repository = TestRepository.make();
    await using _maker = await runMachine(h, { name: "maker", trust: ["tasks"], group: "ours" });
    await using _w2 = await runMachine(h, { name: "w2", trust: ["verify"], group: "others" });
    await untilPresent(h, 2);
    const verifier = { command: "test -f b.txt" };
    const body = { request: 'create b.txt with "b"', repoPath: repository.root, verifier };
    const { id } = await h.operator("POST /coordinator/runs", { body });
    const run = await h.settled(id);
    const { reportedBy } = run.evaluation!;
    assert.deepEqual(reportedBy?.madeBy?.map(({ name, group }) => [name, group]), [["maker", "ours"]]);
    assert.match(
      run.evaluation!.detail,
      /Made on maker; reported by the worker machine w2, not checked here/,
    );
    const approval = pendingOf(run);
    const review = () => h.operator("GET /approvals/:id", { params: { id: approval.id } });
    const before = await review();
    assert.deepEqual(before.work.map(({ machines }) => machines), [["maker"]]);
    assert.doesNotMatch(before.approval.reasons.join(), /revoked/);
    const { items } = await h.operator("GET /workers/:id/log", { params: { id: "maker" } });
    assert.match(
      renderAnswer("GET /workers/:id/log", { items }, null).join("\n"),
      new RegExp(`delivered .*the task ${before.work[0]!.id}`),
    );
    await h.operator("POST /workers/:id/revoke", {
      params: { id: "maker" },
      body: { reason: "It was stolen." },
    });
    const after = await review();
    assert.equal(after.approval.risk, "high");
    assert.match(
      after.approval.reasons.join("\n"),
      /made on the worker machine maker, which was revoked since: .*stolen/,
    );
  },
);
