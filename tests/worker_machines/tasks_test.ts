import assert from "node:assert/strict";
import { join } from "node:path";
import { isSignedBy, taskStatementText } from "../../services/workforce/worker_machines/wire/mod.ts";
import { pause } from "../../services/ground/kernel/pause.ts";
import { assignmentStream } from "../../store/worker_machines/assignment.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { configure as configureAgent, World } from "../models/acp/acp_world.ts";
import { script } from "../models/acp/script.ts";
import { says } from "../models/server/reply.ts";
import { EDIT, ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { DOOR, runMachine } from "./machine.ts";
import { occupied } from "./occupied.ts";
import { untilEvent, untilPresent, untilTaken } from "./until.ts";

const OPENED = { workers: 1, workerDoor: DOOR, checkedShare: 0 };

const TRUSTED = { trust: ["tasks" as const] };

/** Where each task session of a run was done. */
const placesOf = async (h: Harness, id: string) =>
  (await h.operator("GET /runs/:id/task-sessions", { params: { id } })).map(({ machine }) => machine?.name);

const deliveriesOf = (h: Harness, runId: string) =>
  h.store.documents.find(assignmentStream, { runId }, { limit: 100 }).flatMap(({ taskDelivery }) =>
    taskDelivery ?? []
  );

sandboxTest(
  "a worker machine does the tasks of a run; the sessions say where, and the log has its signatures",
  async () => {
    await using h = await harness(OPENED);
    using repository = TestRepository.make();
    await using machine = await runMachine(h, TRUSTED);
    await untilPresent(h);
    await using _here = await occupied(h);
    const run = await runToRest(h, repository, { request: 'create b.txt with "b"\nrun cat b.txt' });
    assert.equal(run.status, "waiting", `${run.statusDetail} ${machine.lines.join("\n")}`);
    assert.deepEqual(await placesOf(h, run.id), ["w1", "w1"]);
    const deliveries = deliveriesOf(h, run.id);
    assert.equal(deliveries.length, 2);
    for (const { statement, signature } of deliveries) {
      const { publicKey } = machine.identity.keys;
      assert.ok(await isSignedBy(publicKey, signature, taskStatementText(statement)));
      assert.equal(statement.confinement.kind, "bubblewrap");
      const other = taskStatementText({ ...statement, tree: statement.from });
      assert.ok(statement.tree === statement.from || !await isSignedBy(publicKey, signature, other));
    }
    assert.equal((await approvePending(h, run)).status, "completed");
    assert.equal(repository.read("b.txt"), "b");
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest("a machine that is not trusted with tasks, or that a run keeps away, does none", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  await using _machine = await runMachine(h, { trust: ["verify"] });
  await untilPresent(h);
  const first = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await h.operator("POST /workers/:id/trust", { params: { id: "w1" }, body: { for: ["verify", "tasks"] } });
  const second = await runToRest(h, repository, { request: 'create c.txt with "c"', here: true });
  assert.deepEqual(
    await Promise.all([first, second].map(({ id }) => placesOf(h, id))),
    [[undefined], [undefined]],
  );
  await using _here = await occupied(h);
  const third = await runToRest(h, repository, { request: 'create d.txt with "d"' });
  assert.deepEqual(await placesOf(h, third.id), ["w1"]);
});

sandboxTest(
  "a task that starts from another one's files on a machine, and a rework of both, end as here",
  async () => {
    await using h = await harness(OPENED);
    using repository = TestRepository.make({ "a.txt": "one\n" });
    await using _machine = await runMachine(h, TRUSTED);
    await untilPresent(h);
    await using _here = await occupied(h);
    const run = await runToRest(h, repository, {
      request: 'replace "one" with "two" in a.txt\nreplace "two" with "three" in a.txt\nrun cat a.txt',
    });
    assert.equal(run.status, "waiting", run.statusDetail);
    await h.operator("POST /approvals/:id/reject", {
      params: { id: pendingOf(run).id },
      body: { actorType: "human", disposition: "rework", reviewerNote: 'create c.txt with "c"' },
    });
    const again = await h.settled(run.id);
    assert.equal(again.status, "waiting", again.statusDetail);
    assert.ok((await placesOf(h, run.id)).every((place) => place === "w1"));
    assert.equal((await approvePending(h, again)).status, "completed");
    assert.deepEqual([repository.read("a.txt"), repository.read("c.txt")], ["three\n", "c"]);
  },
);

sandboxTest(
  "a model works here with its tools there: the machine learns no key and asks no model",
  async () => {
    await using world = await ModelWorld.open(
      planning(works(EDIT, { name: "run_command", input: { command: "cat a.txt; uname" } })),
      { files: { "a.txt": "hello\n" }, pause, ...OPENED },
    );
    await using machine = await runMachine(world.h, TRUSTED);
    await untilPresent(world.h);
    await using _here = await occupied(world.h);
    const run = await world.run("Greet otherwise.");
    assert.equal(run.status, "waiting", `${run.statusDetail} ${machine.lines.join("\n")}`);
    assert.deepEqual(await placesOf(world.h, run.id), ["w1"]);
    assert.deepEqual(
      world.events(run.id, "tool.completed").map(({ data }) => (data as { tool: string }).tool),
      ["edit_file", "run_command"],
    );
    assert.match(world.server.questions.flatMap(({ results }) => results).join("\n"), /bye\n/);
    const there = machine.service.store.events.after(0, 10_000).map(({ type }) => type);
    assert.ok(there.includes("process.started"), "the command ran there");
    assert.ok(!there.includes("model_call.started"), "no model was asked there");
    assert.equal((await approvePending(world.h, run)).status, "completed");
    assert.equal(world.repository.read("a.txt"), "bye\n");
  },
);

sandboxTest(
  "an agent on a machine asks a person here; meanwhile the machine does other work, and then goes on",
  async () => {
    await using world = await World.open({ ...OPENED, dial: "everything" });
    const { h } = world;
    await using machine = await runMachine(
      h,
      TRUSTED,
      undefined,
      undefined,
      (directory) => configureAgent(directory, world.server, { mode: "resume", agent: {} }),
    );
    await untilPresent(h);
    await using _here = await occupied(h);
    const asked = await world.begin(script(
      { do: "edit", path: "first.txt", text: "first\n" },
      { do: "run", command: "cat first.txt" },
      { do: "say", text: "Both are done." },
    ));
    assert.equal(pendingOf(asked).title, "Let coder change first.txt");
    assert.deepEqual(await placesOf(h, asked.id), ["w1"], machine.lines.join("\n"));
    // It waits for a person without holding the machine.
    using other = TestRepository.make();
    const beside = await runToRest(h, other, { request: 'create b.txt with "b"' });
    assert.deepEqual(await placesOf(h, beside.id), ["w1"], machine.lines.join("\n"));
    const second = await world.decide(asked, "approve");
    assert.deepEqual(pendingOf(second).commands, ["cat first.txt"]);
    const done = await world.apply(await world.decide(second, "approve"));
    assert.equal(done.status, "completed", done.statusDetail);
    assert.equal(done.tasks[0]!.result?.summary, "Both are done.");
    assert.equal(world.repository.read("first.txt"), "first\n");
    assert.deepEqual(world.incidents(done), []);
  },
);

sandboxTest(
  "a program on a machine without models calls those of the control plane, whose key stays there",
  async () => {
    await using world = await World.open({
      ...OPENED,
      dial: "border",
      models: () => says("From the control plane."),
    });
    const { h } = world;
    // The machine has the program and no provider of models.
    await using machine = await runMachine(h, TRUSTED, undefined, undefined, async (directory) => {
      await configureAgent(directory, world.server, { mode: "resume", agent: {} });
      const file = join(directory, "providers.json");
      const { providers } = JSON.parse(await Deno.readTextFile(file)) as {
        providers: Record<string, unknown>[];
      };
      const { through: _, ...coder } = providers.find(({ id }) => id === "coder")!;
      await Deno.writeTextFile(file, JSON.stringify({ providers: [coder] }));
    });
    await untilPresent(h);
    await using _here = await occupied(h);
    const { items } = await h.operator("GET /workers", {});
    assert.deepEqual([items[0]!.workers, items[0]!.programs], [[], ["coder"]]);
    const run = await world.begin(script(
      { do: "model", path: "answer.txt" },
      { do: "model", path: "streamed.txt", stream: true },
      { do: "say", text: "Both are written." },
    ));
    assert.deepEqual(await placesOf(h, run.id), ["w1"], `${run.statusDetail} ${machine.lines.join("\n")}`);
    const done = await world.apply(run);
    assert.equal(done.status, "completed", done.statusDetail);
    assert.match(world.repository.read("answer.txt"), /From the control plane/);
    const calls = world.events(done).filter(({ type }) => type === "model.completed");
    assert.equal(calls.length, 2, "each call is recorded and paid for here");
    assert.ok(!machine.service.store.events.after(0, 10_000).some(({ type }) => type.startsWith("secret.")));
  },
);

sandboxTest(
  "a rejected edit is not made there, and guidance that comes meanwhile is followed there",
  async () => {
    await using world = await World.open({ ...OPENED, dial: "everything" });
    const { h } = world;
    await using _machine = await runMachine(
      h,
      TRUSTED,
      undefined,
      undefined,
      (directory) => configureAgent(directory, world.server, { mode: "resume", agent: {} }),
    );
    await untilPresent(h);
    await using _here = await occupied(h);
    const asked = await world.begin(script(
      { do: "edit", path: "no.txt", text: "no\n" },
      { do: "edit", path: "yes.txt", text: "yes\n" },
    ));
    const [session] = await h.operator("GET /runs/:id/task-sessions", { params: { id: asked.id } });
    await h.operator("POST /task-sessions/:id/guidance", {
      params: { id: session!.id },
      body: { content: script({ do: "edit", path: "more.txt", text: "more\n" }) },
    });
    const second = await world.decide(asked, "reject");
    const third = await world.decide(second, "approve");
    assert.equal(pendingOf(third).title, "Let coder change more.txt");
    const done = await world.apply(await world.decide(third, "approve"));
    assert.equal(done.status, "completed", done.statusDetail);
    assert.deepEqual(
      ["no.txt", "yes.txt", "more.txt"].map((path) => world.repository.exists(path)),
      [false, true, true],
    );
    assert.deepEqual(await placesOf(h, done.id), ["w1"]);
    assert.deepEqual(
      deliveriesOf(h, done.id).map(({ statement }) => statement.step),
      [2],
    );
  },
);

sandboxTest(
  "a program that only this machine has is not looked for on another one, and one that is installed there runs there",
  async () => {
    const provider = (id: string) => ({
      id,
      kind: "command",
      label: id,
      command: ["sh", "-c", "cat > made.txt; echo did it"],
    });
    const write = (directory: string, ...ids: string[]) =>
      Deno.writeTextFile(join(directory, "providers.json"), JSON.stringify({ providers: ids.map(provider) }));
    await using h = await harness(OPENED);
    await write(h.directory, "mine", "shared");
    using repository = TestRepository.make();
    await using machine = await runMachine(
      h,
      TRUSTED,
      undefined,
      undefined,
      (directory) => write(directory, "shared"),
    );
    await untilPresent(h);
    const by = async (provider: string) => {
      const { id } = await h.operator("POST /coordinator/runs", {
        body: { request: "do it", repoPath: repository.root, worker: { provider }, onFailure: "fail" },
      });
      const run = await h.settled(id);
      assert.equal(run.status, "waiting", `${run.statusDetail} ${machine.lines.join("\n")}`);
      return await placesOf(h, id);
    };
    assert.deepEqual(await by("mine"), [undefined]);
    await using _here = await occupied(h);
    assert.deepEqual(await by("shared"), ["w1"]);
    const { items } = await h.operator("GET /workers", {});
    assert.deepEqual(items.map(({ workers }) => workers), [["shared"]]);
  },
);

sandboxTest(
  "a setup that fails there fails the run with its output, and a failing command fails the task",
  async () => {
    await using h = await harness(OPENED);
    using repository = TestRepository.make();
    await using _machine = await runMachine(h, TRUSTED);
    await untilPresent(h);
    await using _here = await occupied(h);
    const unprepared = await runToRest(h, repository, {
      request: 'create b.txt with "b"',
      setup: { command: "echo cannot prepare; exit 7" },
      onFailure: "fail",
    });
    assert.deepEqual([unprepared.status, unprepared.statusReason], ["failed", "command_failed"]);
    assert.match(unprepared.statusDetail!, /exit code 7/);
    const failed = await runToRest(h, repository, { request: "run exit 5", onFailure: "fail" });
    assert.deepEqual([failed.status, failed.statusReason], ["failed", "command_failed"]);
    assert.deepEqual(await placesOf(h, failed.id), ["w1"]);
  },
);

sandboxTest(
  "what one machine made is verified by one of another group; of its own group, by this machine",
  async () => {
    await using h = await harness({ ...OPENED, workers: 2 });
    using repository = TestRepository.make();
    await using _maker = await runMachine(h, { name: "w1", trust: ["tasks", "verify"], group: "ours" });
    await using _checker = await runMachine(h, { name: "w2", trust: ["verify"], group: "ours" });
    await untilPresent(h, 2);
    const asked = { request: 'create b.txt with "b"', verifier: { command: "test -f b.txt" } };
    const evaluated = async () => {
      const { id, evaluation } = await untilTaken(
        () => runToRest(h, repository, asked),
        async ({ id }) => (await placesOf(h, id))[0] === "w1",
      );
      await h.operator("POST /runs/:id/cancel", { params: { id } });
      assert.equal(evaluation?.outcome, "passed");
      return evaluation?.reportedBy;
    };
    assert.equal(await evaluated(), undefined);
    await h.operator("POST /workers/:id/trust", { params: { id: "w2" }, body: { group: "theirs" } });
    const reportedBy = await untilTaken(evaluated, (by) => by !== undefined);
    assert.deepEqual(
      [
        reportedBy?.name,
        reportedBy?.independent,
        reportedBy?.madeBy?.map(({ name, group }) => [name, group]),
      ],
      ["w2", true, [["w1", "ours"]]],
    );
  },
);

sandboxTest(
  "a run that is cancelled while a machine works for it stops there, and leaves nothing",
  async () => {
    await using h = await harness(OPENED);
    using repository = TestRepository.make();
    await using machine = await runMachine(h, TRUSTED);
    await untilPresent(h);
    await using _here = await occupied(h);
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { request: "run sleep 600", repoPath: repository.root },
    });
    await untilEvent(machine.service, "process.started");
    await h.operator("POST /runs/:id/cancel", { params: { id } });
    await untilEvent(machine.service, "process.ended");
    const run = await h.settled(id);
    assert.equal(run.status, "cancelled");
    const next = await runToRest(h, repository, { request: 'create b.txt with "b"' });
    assert.deepEqual(await placesOf(h, next.id), ["w1"], machine.lines.join("\n"));
  },
);
