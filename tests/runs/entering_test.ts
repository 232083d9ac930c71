import assert from "node:assert/strict";
import { join } from "node:path";
import { harness } from "../harness.ts";
import { TestRepository } from "../git.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { hangs, says } from "../models/server/reply.ts";
import { EDIT, ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { enter } from "./enter.ts";
import { approvePending, runToRest } from "./scenario.ts";

const write = (directory: string | null, name: string, text: string) =>
  Deno.writeTextFileSync(join(directory!, name), text);

Deno.test("a person steps into a model's task between two tools, and the model continues with what they changed", async () => {
  const hanging = Promise.withResolvers<void>();
  const script = works(EDIT, says("Done."));
  let asked = 0;
  await using world = await ModelWorld.open(planning((question) => {
    if (++asked !== 2) return script(question);
    hanging.resolve();
    return hangs("headers");
  }));
  const { h, repository } = world;
  const { id } = await world.create("Say bye.");
  await hanging.promise;
  const { asked: before, place } = await enter(h, id, { by: "Anna" });
  assert.equal(before.state, "requested");
  assert.deepEqual([place.state, place.by, place.taskId], ["entered", "Anna", "task_1"]);
  const waiting = await h.settled(id);
  assert.equal(waiting.status, "waiting");
  assert.match(waiting.waitingFor!.detail, /^Anna is working in the task/);
  assert.equal(Deno.readTextFileSync(join(place.directory!, "a.txt")), "bye\n");
  write(place.directory, "b.txt", "mine\n");
  const left = await h.operator("POST /runs/:id/hand-back", { params: { id }, body: { by: "Anna" } });
  assert.equal(left.state, "left");
  const run = await h.until(id, ({ approvals }) => approvals.length > 0);
  const told = world.server.questions.at(-1)!.said.join("\n");
  assert.match(told, /a person looked at the worktree\. They changed these files: b\.txt/);
  const [visit] = run.tasks[0]!.visits!;
  assert.deepEqual([visit!.by, visit!.paths], ["Anna", ["b.txt"]]);
  assert.notEqual(visit!.before.tree, visit!.after.tree);
  assert.equal(run.tasks[0]!.entered, undefined);
  assert.deepEqual(await h.operator("GET /runs/:id/entered", { params: { id } }), []);
  await approvePending(h, await h.settled(id));
  assert.deepEqual([repository.read("a.txt"), repository.read("b.txt")], ["bye\n", "mine\n"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a person steps into the result under review, and a further round shows it with their change", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const first = await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    verifier: { command: "test ! -e c.txt || grep -q mine c.txt" },
  });
  const old = pendingOf(first);
  const { place } = await enter(h, first.id);
  assert.equal(place.by, null);
  write(place.directory, "c.txt", "mine\n");
  await h.operator("POST /runs/:id/hand-back", { params: { id: first.id }, body: {} });
  const run = await h.until(
    first.id,
    ({ approvals }) => approvals.some(({ id, status }) => id !== old.id && status === "pending"),
  );
  assert.equal(run.round, 2);
  assert.equal(run.evaluation!.outcome, "passed");
  const ended = await approvePending(h, await h.settled(first.id));
  assert.equal(ended.status, "completed", ended.statusDetail);
  assert.deepEqual([repository.read("b.txt"), repository.read("c.txt")], ["b", "mine\n"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a person mends by hand what a task failed at", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const failed = await runToRest(h, repository, { request: "run test -e there.txt" });
  assert.equal(failed.status, "waiting", failed.statusDetail);
  const { place } = await enter(h, failed.id);
  write(place.directory, "there.txt", "now\n");
  await h.operator("POST /runs/:id/hand-back", { params: { id: failed.id }, body: {} });
  await h.until(failed.id, ({ approvals }) => approvals.length > 0);
  const ended = await approvePending(h, await h.settled(failed.id));
  assert.equal(ended.status, "completed", ended.statusDetail);
  assert.equal(repository.read("there.txt"), "now\n");
});

Deno.test("a run is cancelled while a person is in it: what they changed is kept as a patch, without what was there before", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  for (const changes of [true, false]) {
    const failed = await runToRest(h, repository, {
      request: 'create made.txt with "by the worker"\nrun test -e there.txt',
    });
    const { place } = await enter(h, failed.id);
    if (changes) write(place.directory, "there.txt", "by hand\n");
    await h.operator("POST /runs/:id/cancel", { params: { id: failed.id }, body: {} });
    const { items } = await h.operator("GET /runs/:id/artifact-index", { params: { id: failed.id } });
    const kept = items.filter(({ label }) => label === "Patch by hand");
    assert.equal(kept.length, changes ? 1 : 0);
    if (!kept[0]) continue;
    const { content } = await h.operator("GET /runs/:id/artifact", {
      params: { id: failed.id },
      query: { path: kept[0].path },
    });
    assert.match(content!, /there\.txt[\s\S]*\+by hand/);
    assert.doesNotMatch(content!, /made\.txt/);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run is cancelled whatever lies in the worktree of the person who is in it", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const failed = await runToRest(h, repository, { request: "run test -e there.txt" });
  const { place } = await enter(h, failed.id);
  write(place.directory, "there.txt", "by hand\n");
  // Git adds no repository that has no commit.
  Deno.mkdirSync(join(place.directory!, "nested"));
  new TestRepository(join(place.directory!, "nested")).git("init", "--quiet");
  const params = { id: failed.id };
  const run = await h.operator("POST /runs/:id/cancel", { params, body: {} });
  assert.equal(run.status, "cancelled");
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params });
  assert.equal(items.filter(({ label }) => label === "Patch by hand").length, 1);
});

Deno.test("a run that has ended, is paused or has no plan cannot be entered, and nobody hands back what nobody is in", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const params = { id: run.id };
  const refused = async (verb: "enter" | "hand-back", sentence: RegExp) => {
    const { status, body } = await h.json("POST", `/runs/${run.id}/${verb}`, {});
    assert.equal(status, 400);
    assert.match(body.error, sentence);
  };
  await refused("hand-back", /no one is in any of its tasks/);
  await h.operator("POST /runs/:id/pause", { params });
  await refused("enter", /is paused\. Resume it first/);
  await h.operator("POST /runs/:id/cancel", { params, body: {} });
  await refused("enter", /is cancelled; its worktree no longer exists/);
});

Deno.test("the review says line by line what a person changed by hand, bound to the decision as evidence", async () => {
  const text = ["one", "two", "three", "four", "five", "six"];
  using repository = TestRepository.make({ "a.txt": `${text.join("\n")}\n` });
  await using h = await harness({ workers: 1 });
  const first = await runToRest(h, repository, {
    request: 'replace "one" with "ONE" in a.txt\ncreate b.txt with "b"',
  });
  const old = pendingOf(first);
  assert.ok(!old.evidence.some(({ path }) => path.endsWith(".people.json")));
  const { place } = await enter(h, first.id, { by: "Anna" });
  write(place.directory, "a.txt", "ONE\ntwo\nfour\nfive\nSIX\n");
  write(place.directory, "mine.txt", "mine\n");
  await h.operator("POST /runs/:id/hand-back", { params: { id: first.id }, body: {} });
  await h.until(
    first.id,
    ({ approvals }) => approvals.some(({ id, status }) => id !== old.id && status === "pending"),
  );
  const approval = pendingOf(await h.settled(first.id));
  const evidence = approval.evidence.find(({ path }) => path.endsWith(".people.json"))!;
  const { content } = await h.operator("GET /runs/:id/artifact", {
    params: { id: first.id },
    query: { path: evidence.path },
  });
  const { visits, files } = JSON.parse(content!);
  assert.deepEqual(files, [
    { path: "a.txt", whole: false, lines: [[5, 5]], removed: [[3, 3], [6, 6]] },
    { path: "mine.txt", whole: true, lines: [], removed: [] },
  ]);
  const { before, after, ...visit } = visits[0];
  assert.deepEqual([visit.by, visit.files, visits.length], ["Anna", 2, 1]);
  assert.notEqual(before.tree, after.tree);
});
