import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { World } from "../models/acp/acp_world.ts";
import { script } from "../models/acp/script.ts";
import { hangs, says } from "../models/server/reply.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { harness } from "../harness.ts";
import { enter } from "./enter.ts";
import { approvePending, runToRest } from "./scenario.ts";

Deno.test("a person steps in while an agent waits for an answer: the question is withdrawn, and the agent continues from their files", async () => {
  await using world = await World.open({ dial: "everything" });
  const { h, repository } = world;
  const run = await world.begin(script(
    { do: "edit", path: "one.txt", text: "one\n" },
    { do: "edit", path: "two.txt", text: "two\n" },
  ));
  const asked = pendingOf(run);
  const { place } = await enter(h, run.id);
  await Deno.writeTextFile(join(place.directory!, "mine.txt"), "mine\n");
  const withdrawn = await h.operator("GET /approvals/:id", { params: { id: asked.id } });
  assert.equal(withdrawn.approval.status, "cancelled");
  await h.operator("POST /runs/:id/hand-back", { params: { id: run.id }, body: {} });
  let now = await h.until(
    run.id,
    ({ approvals }) => approvals.some(({ status, id }) => status === "pending" && id !== asked.id),
  );
  while (pendingOf(now).policyClass !== "repo-write") now = await world.decide(now, "approve");
  await world.apply(now);
  assert.deepEqual(
    ["one.txt", "two.txt", "mine.txt"].map((path) => repository.read(path)),
    ["one\n", "two\n", "mine\n"],
  );
});

sandboxTest(
  "what a model changed at protected paths before a person stepped in is still asked about afterwards",
  async () => {
    const hanging = Promise.withResolvers<void>();
    const command = "mkdir -p .github/workflows; echo on: push > .github/workflows/ci.yml";
    const script = works({ name: "run_command", input: { command } }, says("Done."));
    let asked = 0;
    await using world = await ModelWorld.open(planning((question) => {
      if (++asked !== 2) return script(question);
      hanging.resolve();
      return hangs("headers");
    }));
    const { h, repository } = world;
    await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "border" } });
    const { id } = await world.create("Set up the checks.");
    await hanging.promise;
    const { place } = await enter(h, id);
    await Deno.writeTextFile(join(place.directory!, "mine.txt"), "mine\n");
    await h.operator("POST /runs/:id/hand-back", { params: { id }, body: {} });
    const run = await h.until(id, ({ approvals }) => approvals.some(({ status }) => status === "pending"));
    const question = pendingOf(run);
    assert.match(question.title, /Let the worker change \.github\/workflows\/ci\.yml/);
  },
);

Deno.test("git of the person who steps in runs nothing that the agent wrote, also when they step in again", async () => {
  await using world = await World.open({ dial: "everything", files: { ".gitignore": "nested\n" } });
  const { h } = world;
  const mark = join(temporaryDirectory(), "ran");
  const plant = [
    `git config core.fsmonitor 'touch ${mark}; true'`,
    "git init --quiet nested",
    `git -C nested config core.fsmonitor 'touch ${mark}; true'`,
    "git checkout --quiet -b topic",
  ];
  const run = await world.begin(script(
    { do: "run", command: plant.join(" && "), how: "unasked" },
    { do: "edit", path: "one.txt", text: "one\n" },
  ));
  const worktree = join(h.directory, "workspaces", run.id, run.tasks[0]!.id);
  const runs = (place = worktree) => {
    for (const at of [place, join(place, "nested")]) new TestRepository(at).git("status");
    const ran = existsSync(mark);
    if (ran) Deno.removeSync(mark);
    return ran;
  };
  assert.equal(runs(), true, "control: git ran it before");
  const { place } = await enter(h, run.id);
  assert.equal(place.directory, worktree);
  assert.match(place.detail, /contains git repositories that are not yours: "nested"/);
  assert.equal(runs(), false);
  assert.match(new TestRepository(worktree).git("branch"), /topic/);
  // The person's shell runs what the agent wrote.
  new TestRepository(worktree).git("config", "core.fsmonitor", `touch ${mark}; true`);
  assert.equal(runs(), true, "control: git ran it again");
  const again = await h.operator("POST /runs/:id/enter", { params: { id: run.id }, body: {} });
  assert.equal(again.state, "entered");
  assert.equal(runs(), false);
  assert.match(again.shell!.environment.GIT_CONFIG_COUNT!, /^[1-9]/);
  const names = Object.keys(again.shell!.environment);
  assert.deepEqual(names.filter((name) => name.startsWith("AGENT_HARNESS_")), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

/** A run whose note for rework the recipe worker did not understand, with a person in its worktree. */
async function enteredRework() {
  const repository = TestRepository.make();
  const h = await harness({ workers: 1 });
  const { id, approvals } = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await h.operator("POST /approvals/:id/reject", {
    params: { id: approvals[0]!.id },
    body: { actorType: "human", disposition: "rework", reviewerNote: "Please add a second line." },
  });
  const { tasks } = await h.settled(id);
  const { place } = await enter(h, id);
  return { h, repository, id, task: tasks.at(-1)!.id, directory: place.directory! };
}

Deno.test("what a person did for a recipe that was not understood is reviewed once they hand it back", async () => {
  const { h, repository, id, directory } = await enteredRework();
  using _repository = repository;
  await using _h = h;
  Deno.writeTextFileSync(join(directory, "b.txt"), "b\nby hand\n");
  await h.operator("POST /runs/:id/hand-back", { params: { id }, body: {} });
  const run = await h.until(id, ({ approvals, status }) => status === "failed" || approvals.length > 1);
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.equal(run.tasks.at(-1)!.result?.summary, "A person changed the result.");
  await approvePending(h, await h.settled(id));
  assert.equal(repository.read("b.txt"), "b\nby hand\n");
});

Deno.test("a recipe that a person hands back unchanged follows the guidance given meanwhile, or waits for some", async () => {
  const { h, repository, id, task, directory } = await enteredRework();
  using _repository = repository;
  await using _h = h;
  assert.ok(existsSync(directory));
  const handBack = () => h.operator("POST /runs/:id/hand-back", { params: { id }, body: {} });
  await handBack();
  const waiting = await h.settled(id);
  assert.match(waiting.waitingFor!.detail, /does not say what to change/);
  await enter(h, id);
  await h.operator("POST /task-sessions/:id/guidance", {
    params: { id: task },
    body: { content: 'append "more" to b.txt' },
  });
  await handBack();
  const run = await h.until(id, ({ approvals, status }) => status === "failed" || approvals.length > 1);
  await approvePending(h, await h.settled(run.id));
  assert.equal(repository.read("b.txt"), "bmore");
});
