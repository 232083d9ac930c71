import assert from "node:assert/strict";
import { assignmentStream } from "../../store/worker_machines/assignment.ts";
import type { Send } from "../../services/execution/worker_program/mod.ts";
import { TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { configure as configureAgent, World } from "../models/acp/acp_world.ts";
import { script } from "../models/acp/script.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { DOOR, doorOf, runMachine } from "./machine.ts";
import { occupied } from "./occupied.ts";
import { untilEvent, untilPresent, untilTaken } from "./until.ts";

const OPENED = { workers: 1, workerDoor: DOOR, checkedShare: 0 };

const TRUSTED = { trust: ["tasks" as const] };

const placesOf = async (h: Harness, id: string) =>
  (await h.operator("GET /runs/:id/task-sessions", { params: { id } })).map(({ machine }) => machine?.name);

/** What became of each offer of a run's tasks. */
const outcomesOf = (h: Harness, runId: string) =>
  h.store.documents.find(assignmentStream, { runId }, { limit: 100 }).map(({ status, losses, detail }) => [
    status,
    losses,
    detail,
  ]);

const asked = { request: 'create b.txt with "b"\nrun sleep 0.3; cat b.txt' };

/** Waits for a file that the test writes, so that a machine is in the middle of a task. */
const holding = (path: string) => `run while [ ! -e ${path} ]; do sleep 0.05; done`;

sandboxTest(
  "a machine that falls silent in the middle of a task: the task begins again here, and nothing of it counts",
  async () => {
    await using h = await harness({ ...OPENED, leaseMilliseconds: 900 });
    using repository = TestRepository.make();
    const door = doorOf(h);
    let isCut = false;
    const cut: Send = (url, init) => isCut ? Promise.reject(new TypeError("cut")) : door(url, init);
    await using silent = await runMachine(h, { name: "silent", ...TRUSTED }, cut);
    await untilPresent(h);
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { request: "run echo $PPID > made.txt; sleep 1; cat made.txt", repoPath: repository.root },
    });
    await untilEvent(silent.service, "process.started");
    isCut = true;
    await untilEvent(h, "assignment.lost");
    const run = await h.settled(id);
    assert.equal(run.status, "waiting", run.statusDetail);
    assert.deepEqual(await placesOf(h, id), [undefined]);
    assert.deepEqual(outcomesOf(h, id)[0], ["ended", 1, "The task begins again."]);
    assert.match(silent.lines.join("\n"), /Stopped run_\w+: The control plane did not answer in time/);
    assert.equal(run.tasks[0]!.attempt, 2);
    assert.equal((await approvePending(h, run)).status, "completed");
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest(
  "a task with which two machines were lost is a person's: a retry gives it out again",
  async () => {
    await using h = await harness({ ...OPENED, leaseMilliseconds: 300 });
    using repository = TestRepository.make();
    const door = doorOf(h);
    let isDeaf = true;
    // Heartbeats do not arrive, all else does: what kills each machine that takes it.
    const deaf: Send = (url, init) =>
      isDeaf && url.endsWith("/heartbeats") ? Promise.reject(new TypeError("cut")) : door(url, init);
    await using machine = await runMachine(h, TRUSTED, deaf);
    await untilPresent(h);
    await using _here = await occupied(h);
    const failed = await runToRest(h, repository, {
      request: "run sleep 0.6; echo done > made.txt",
      onFailure: "fail",
    });
    assert.deepEqual(
      [failed.status, failed.statusReason],
      ["failed", "process_lost"],
      machine.lines.join("\n"),
    );
    assert.match(failed.statusDetail!, /2 worker machines were lost with it.*Retry/s);
    isDeaf = false;
    const { id } = await h.operator("POST /runs/:id/retry", { params: { id: failed.id } });
    const again = await h.settled(id);
    assert.equal(again.status, "waiting", again.statusDetail);
    assert.deepEqual(await placesOf(h, id), ["w1"]);
  },
);

sandboxTest(
  "answers that are lost on their way back change nothing: each message and each part counts once",
  async () => {
    await using h = await harness(OPENED);
    using repository = TestRepository.make();
    const door = doorOf(h);
    let requests = 0;
    const dropping: Send = async (url, init) => {
      const answer = await door(url, init);
      if (!/messages|objects|inbox/.test(url) || requests++ % 2 === 1) return answer;
      await answer.body?.cancel();
      throw new TypeError("The answer was lost.");
    };
    await using machine = await runMachine(h, TRUSTED, dropping);
    await untilPresent(h);
    await using _here = await occupied(h);
    const run = await runToRest(h, repository, asked);
    assert.equal(run.status, "waiting", `${run.statusDetail} ${machine.lines.join("\n")}`);
    assert.deepEqual(await placesOf(h, run.id), ["w1", "w1"]);
    const told = run.traces.items.filter(({ type }) => type === "tool.completed");
    assert.equal(told.length, 2);
    assert.equal((await approvePending(h, run)).status, "completed");
  },
);

sandboxTest(
  "a machine that is revoked or drained in the middle of a task: the one loses it, the other finishes",
  async () => {
    for (const [action, places] of [["revoke", [undefined]], ["drain", ["w1"]]] as const) {
      await using h = await harness(OPENED);
      using repository = TestRepository.make();
      await using machine = await runMachine(h, TRUSTED);
      await untilPresent(h);
      const { id } = await h.operator("POST /coordinator/runs", {
        body: { request: "run sleep 1; echo done > made.txt", repoPath: repository.root },
      });
      await untilEvent(machine.service, "process.started");
      if (action === "revoke") {
        await h.operator("POST /workers/:id/revoke", { params: { id: "w1" }, body: {} });
      } else await h.operator("POST /workers/:id/drain", { params: { id: "w1" } });
      const run = await h.settled(id);
      assert.equal(run.status, "waiting", run.statusDetail);
      assert.deepEqual(await placesOf(h, id), [...places], machine.lines.join("\n"));
    }
  },
);

sandboxTest(
  "a service that is started anew while a machine does a task: the machine stops, and the task begins again",
  async () => {
    let h = await harness(OPENED);
    using repository = TestRepository.make();
    const release = `${repository.root}/../release-${crypto.randomUUID()}`;
    const send: Send = (url, init) => doorOf(h)(url, init);
    {
      await using machine = await runMachine(
        h,
        TRUSTED,
        send,
      );
      await untilPresent(h);
      const { id } = await h.operator("POST /coordinator/runs", {
        body: { request: holding(release), repoPath: repository.root, onFailure: "fail" },
      });
      await untilEvent(machine.service, "process.started");
      const { directory } = h;
      await h.close();
      h = await Harness.open(OPENED, directory);
      await untilEvent(machine.service, "process.ended");
      await h.operator("POST /runs/:id/cancel", { params: { id } });
      await h.settled(id);
      await untilTaken(
        () => runToRest(h, repository, { request: 'create c.txt with "c"' }),
        async ({ id }) => (await placesOf(h, id))[0] === "w1",
      );
    }
    assert.deepEqual(h.rebuildDifferences(), []);
    await h.close();
    await Deno.remove(h.directory, { recursive: true });
  },
);

/** The machines that a review names as makers of a run's result. */
const makersOf = async (h: Harness, run: Parameters<typeof pendingOf>[0]) =>
  (await h.operator("GET /approvals/:id", { params: { id: pendingOf(run).id } })).work.map(({ machines }) =>
    machines
  );

sandboxTest("a machine that took a task and left nothing of it has not made the result", async () => {
  let h = await harness(OPENED);
  using repository = TestRepository.make();
  {
    await using machine = await runMachine(h, TRUSTED, (url, init) => doorOf(h)(url, init));
    await untilPresent(h);
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { request: "run sleep 1; echo done > made.txt", repoPath: repository.root },
    });
    await untilEvent(machine.service, "process.started");
    const { directory } = h;
    await h.close();
    h = await Harness.open({ ...OPENED, workerDoor: null }, directory);
    const run = await h.settled(id);
    assert.equal(run.status, "waiting", run.statusDetail);
    assert.deepEqual(await placesOf(h, id), [undefined]);
    assert.deepEqual(await makersOf(h, run), [[]]);
  }
  await h.close();
  await Deno.remove(h.directory, { recursive: true });
});

sandboxTest(
  "a machine whose files a later attempt begins with has made the result, though it was lost",
  async () => {
    await using world = await World.open({ ...OPENED, leaseMilliseconds: 1_500, dial: "everything" });
    const { h } = world;
    const door = doorOf(h);
    let isCut = false;
    const cut: Send = (url, init) => isCut ? Promise.reject(new TypeError("cut")) : door(url, init);
    await using _machine = await runMachine(
      h,
      TRUSTED,
      cut,
      cut,
      (directory) => configureAgent(directory, world.server, { mode: "resume", agent: {} }),
    );
    await untilPresent(h);
    const first = await world.begin(script(
      { do: "edit", path: "first.txt", text: "first\n" },
      { do: "edit", path: "second.txt", text: "second\n" },
    ));
    assert.deepEqual(await placesOf(h, first.id), ["w1"]);
    await world.decide(first, "approve");
    isCut = true;
    await untilEvent(h, "assignment.lost");
    const asked = await h.until(first.id, ({ tasks }) => tasks[0]!.attempt === 2);
    await h.operator("POST /workers/:id/revoke", { params: { id: "w1" }, body: {} });
    assert.ok(asked.id);
    const again = await h.until(
      first.id,
      (run) => run.tasks[0]!.attempt === 2 && run.approvals.some(({ status }) => status === "pending"),
    );
    const run = await world.decide(again, "approve");
    assert.deepEqual(await makersOf(h, run), [["w1"]]);
  },
);
