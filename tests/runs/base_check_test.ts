import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { works } from "../models/workers/scenario.ts";
import { CHECK, edit, fixWorld } from "./fix_world.ts";
import { runToRest } from "./scenario.ts";

/** How often a command ran on the base. */
const executions = (h: Harness): number =>
  h.store.events.after(0, 10_000).filter(({ type, data }) =>
    type === "process.started" && (data as { purpose: string } | null)?.purpose === "base"
  ).length;

Deno.test("a verifier that passed before the change too says nothing about it, and that is said", async () => {
  await using world = await fixWorld(works(edit("hello", "bye")));
  const run = await world.run("Say bye.", { verifier: { command: "test -f a.txt" } });
  const approval = pendingOf(run);
  assert.equal(run.evaluation!.base, "passed");
  assert.match(approval.reasons[0]!, /passed before the change too, so it says nothing about this change/);
  assert.deepEqual([approval.risk, approval.recommendedAction], ["medium", "inspect"]);
});

Deno.test("a verifier that failed before and after names the failures that are new", async () => {
  await using world = await fixWorld(works(edit("one", "five")));
  world.repository.commit({ "a.txt": "one two\n" });
  const run = await world.run("Break it.", { verifier: CHECK, fix: 0 });
  assert.deepEqual([run.evaluation!.base, run.evaluation!.newFailures], ["failed", ["one"]]);
  assert.match(run.evaluation!.detail, /failed before the change too, with 1 new failure: one\./);
});

Deno.test("a verifier whose program does not exist says so, where it is looked for and what to do; any other exit code does not", async () => {
  await using world = await fixWorld(works(edit("hello", "bye")));
  const missing = await world.run("Say bye.", { verifier: { command: "no-such-program --all" }, fix: 0 });
  assert.match(
    missing.evaluation!.detail,
    /exit code 127: .*no-such-program.*not found\nA program that it needs was not found\. Install it in a directory on the PATH/,
  );
  assert.match(missing.baseCheck!.detail, /exit code 127\. A program that it needs was not found/);
  const request = 'create b.txt with "b"';
  const failing = await runToRest(world.h, world.repository, { request, verifier: { command: "exit 126" } });
  assert.match(failing.evaluation!.detail, /ended with exit code 126\./);
  assert.doesNotMatch(failing.evaluation!.detail, /was not found/);
});

Deno.test("the same base, verifier and setup are not executed twice, and are again once the runs that have the result are erased", async () => {
  await using world = await fixWorld(works(edit("hello", "one")));
  const { h, repository } = world;
  const first = await world.run("Begin.", { verifier: CHECK, fix: 0 });
  assert.equal(executions(h), 1);
  const asked = { request: 'create b.txt with "b"', verifier: CHECK };
  const second = await runToRest(h, repository, asked);
  assert.equal(executions(h), 1);
  assert.equal(second.baseCheck?.reusedFrom, first.id);
  assert.equal(second.evaluation!.base, "failed");
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params: { id: second.id } });
  assert.ok(items.some(({ path }) => path.startsWith("verification/base-")), "it has the output too");
  const other = await runToRest(h, repository, { ...asked, setup: { command: "true" } });
  assert.equal(other.baseCheck?.reusedFrom, undefined, "another setup");
  assert.equal(executions(h), 2);
  for (const { id } of [first, second]) {
    await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
    await h.operator("POST /runs/:id/delete", { params: { id } });
  }
  const anew = await runToRest(h, repository, { ...asked, setup: null });
  assert.equal(anew.baseCheck?.reusedFrom, undefined, "the result went with the runs");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a base on which the verifier takes longer there than on the result is not waited for, and nothing of it is left", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, {
    request: 'create b.txt with "b"',
    verifier: { command: "test -f b.txt || sleep 1000" },
  });
  assert.deepEqual([run.evaluation!.outcome, run.evaluation!.base], ["passed", "not_run"]);
  assert.match(run.evaluation!.detail, /takes longer there than on the result/);
  assert.equal(run.baseCheck, undefined);
  const events = h.store.events.after(0, 10_000);
  const count = (type: string) => events.filter((event) => event.type === type).length;
  assert.equal(count("process.started"), count("process.ended"));
});
