import assert from "node:assert/strict";
import { join } from "node:path";
import { hangs, says } from "../models/server/reply.ts";
import { EDIT, ModelWorld, works } from "../models/workers/scenario.ts";
import { approvePending } from "../runs/scenario.ts";
import { enter } from "../runs/enter.ts";
import { RunWorld } from "./run_world.ts";

const write = (directory: string | null, name: string, text: string) =>
  Deno.writeTextFileSync(join(directory!, name), text);

const PROMPT = `name: fix
nodes:
  - { id: fix, kind: prompt, with: { content: Say bye., worker: { provider: local } } }
  - id: check
    kind: command
    dependsOn: [fix]
    with: { command: 'grep -q mine b.txt && echo "$SAID"', env: { SAID: "\${{ nodes.fix.text }}" } }
outputs: { said: "\${{ nodes.check.stdout }}" }
`;

Deno.test("a person steps into a prompt of a workflow, and the nodes after it have what they changed and what the model said", async () => {
  const hanging = Promise.withResolvers<void>();
  const script = works(EDIT, says("Said."));
  let asked = 0;
  await using world = await ModelWorld.open((question) => {
    if (++asked !== 2) return script(question);
    hanging.resolve();
    return hangs("headers");
  });
  const { h, repository } = world;
  const { id } = await h.operator("POST /saved-workflows", { body: { source: PROMPT } });
  const { runId } = await h.operator("POST /saved-workflows/:id/run", {
    params: { id },
    body: { repoPath: repository.root },
  });
  const params = { id: runId! };
  await hanging.promise;
  const { place } = await enter(h, runId!, { taskId: "fix", by: "Anna" });
  assert.deepEqual([place.state, place.taskId], ["entered", "fix"]);
  const waiting = await h.settled(runId!);
  assert.match(waiting.waitingFor!.detail, /^Anna is working in the task "fix"/);
  assert.equal(Deno.readTextFileSync(join(place.directory!, "a.txt")), "bye\n");
  write(place.directory, "b.txt", "mine\n");
  await h.operator("POST /runs/:id/hand-back", { params, body: {} });
  const run = await h.until(runId!, ({ approvals }) => approvals.length > 0);
  assert.match(world.server.questions.at(-1)!.said.join("\n"), /They changed these files: b\.txt/);
  assert.deepEqual(run.tasks.map(({ taskId, status }) => [taskId, status]), [
    ["fix", "completed"],
    ["check", "completed"],
  ]);
  assert.deepEqual(run.tasks[0]!.visits!.map(({ paths }) => paths), [["b.txt"]]);
  const ended = await approvePending(h, await h.settled(runId!));
  assert.equal(ended.status, "completed", ended.statusDetail);
  assert.deepEqual([repository.read("a.txt"), repository.read("b.txt")], ["bye\n", "mine\n"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

/** A command that goes on when there is a file named "go" in its worktree. */
const waits = (then: string) => `while [ ! -e go ]; do sleep 0.05; done; ${then}`;

const command = (then: string) =>
  `name: work
nodes:
  - { id: work, kind: command, with: { command: ${JSON.stringify(waits(then))} } }
  - { id: say, kind: notify, dependsOn: [work], with: { title: t, content: "\${{ nodes.work.stdout }}" } }
outputs: { said: "\${{ nodes.work.stdout }}" }
`;

/** Starts a workflow of one command, asks to step into it, and lets the command go on to its end. */
async function enterCommand(world: RunWorld, then: string) {
  const { h } = world;
  const runId = await world.start(command(then));
  const run = await h.until(runId, ({ tasks }) => tasks[0]?.tools.started === 1);
  const worktree = join(h.directory, "workspaces", runId, run.tasks[0]!.id);
  const asked = await h.operator("POST /runs/:id/enter", { params: { id: runId }, body: {} });
  assert.equal(asked.state, "requested");
  write(worktree, "go", "");
  await h.until(runId, ({ tasks }) => tasks[0]?.entered !== undefined);
  return { runId, worktree };
}

Deno.test("a command of a workflow that was through when a person stepped in is not run again, and its output counts", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const { runId, worktree } = await enterCommand(world, "echo once; echo once >> count.txt");
  write(worktree, "b.txt", "mine\n");
  await h.operator("POST /runs/:id/hand-back", { params: { id: runId }, body: {} });
  await h.until(runId, ({ approvals }) => approvals.length > 0);
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params: { id: runId } });
  const outputs = items.find(({ label }) => label === "Outputs of the workflow");
  assert.match(outputs!.summary!, /"said":"once/);
  const ended = await approvePending(h, await h.settled(runId));
  assert.equal(ended.status, "completed", ended.statusDetail);
  assert.deepEqual([world.repository.read("count.txt"), world.repository.read("b.txt")], [
    "once\n",
    "mine\n",
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a person mends by hand what a command of a workflow failed at, and the command is run again", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const { runId, worktree } = await enterCommand(world, "cat there.txt");
  write(worktree, "there.txt", "now\n");
  await h.operator("POST /runs/:id/hand-back", { params: { id: runId }, body: {} });
  const run = await h.until(runId, ({ approvals }) => approvals.length > 0);
  assert.deepEqual(run.tasks.map(({ taskId, status }) => [taskId, status]), [
    ["work", "completed"],
    ["say", "completed"],
  ]);
  const ended = await approvePending(h, await h.settled(runId));
  assert.equal(ended.status, "completed", ended.statusDetail);
  assert.equal(world.repository.read("there.txt"), "now\n");
});

Deno.test("a person steps into the result of a workflow under review", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const runId = await world.start(
    "name: w\nnodes:\n  - { id: a, kind: command, with: { command: echo a > b.txt } }\n",
  );
  await h.until(runId, ({ approvals }) => approvals.length > 0);
  await h.settled(runId);
  const { place } = await enter(h, runId);
  write(place.directory, "c.txt", "mine\n");
  await h.operator("POST /runs/:id/hand-back", { params: { id: runId }, body: {} });
  await h.until(runId, ({ approvals }) => approvals.length > 1);
  const ended = await approvePending(h, await h.settled(runId));
  assert.equal(ended.status, "completed", ended.statusDetail);
  assert.deepEqual([world.repository.read("b.txt"), world.repository.read("c.txt")], ["a\n", "mine\n"]);
});

Deno.test("a node without a worktree cannot be stepped into, nor one that only reads", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const runId = await world.start(`name: w
nodes:
  - { id: look, kind: prompt, with: { content: 'run true', worker: { provider: builtin }, readOnly: true } }
  - { id: ask, kind: approval, dependsOn: [look], with: { title: Go on? } }
`);
  await world.settled(runId);
  const refused = async (taskId: string, sentence: RegExp) => {
    const events = await h.eventsOf(async () => {
      const { status, body } = await h.json("POST", `/runs/${runId}/enter`, { taskId });
      assert.deepEqual([status, sentence.test(body.error)], [400, true], body.error);
    });
    assert.deepEqual(events, []);
  };
  await refused("ask", /"ask" cannot be stepped into: a node of the kind "approval" has no worktree\./);
  await refused("look", /it only reads, and what is changed in its worktree is dropped\./);
});
