import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const LINEAR = `name: Linear
inputs:
  type: object
  required: [who]
  properties:
    who: { type: string }
verifier: { command: grep -q you hello.txt }
nodes:
  - id: write
    kind: prompt
    with:
      content: create hello.txt with "\${{ inputs.who }}"
  - id: look
    kind: command
    dependsOn: [write]
    with:
      command: cat hello.txt; echo "$WHO" > seen.txt
      env: { WHO: "\${{ inputs.who }}" }
  - id: agree
    kind: approval
    dependsOn: [look]
    with:
      title: Go on?
      content: It says \${{ nodes.look.stdout }}
      show: [look]
  - id: tell
    kind: notify
    dependsOn: [agree]
    with:
      title: "Agreed: \${{ nodes.agree.decision }}"
      content: \${{ nodes.look.stdout }}
outputs:
  said: \${{ nodes.look.stdout }}
`;

Deno.test("a workflow is executed node by node, asks within, and ends in the review and the apply of any run", async () => {
  await using world = await RunWorld.open();
  const { h, repository } = world;
  const runId = await world.start(LINEAR, { who: "you" });
  const asks = await world.settled(runId);
  assert.equal(asks.waitingFor?.kind, "approval", JSON.stringify([asks.statusDetail, asks.waitingFor]));
  assert.equal(asks.waitingFor?.defaultAction, "it counts as rejected");
  const [approval] = await h.operator("GET /approvals/queue").then(({ items }) => items);
  assert.deepEqual([approval!.approval.title, approval!.approval.summary], ["Go on?", "It says you"]);
  assert.match(approval!.approval.evidence[0]!.path, /outputs\/look-1\.json/);

  const review = await world.decide(runId);
  assert.equal(review.waitingFor?.kind, "approval", JSON.stringify([review.statusDetail, review.waitingFor]));
  assert.equal(review.waitingFor?.defaultAction, "the run fails and nothing is written");
  assert.deepEqual(await world.nodes(runId), [
    "write completed 1",
    "look completed 1",
    "agree completed 1",
    "tell completed 1",
  ]);
  const done = await world.decide(runId);
  assert.deepEqual([done.status, done.evaluation?.outcome], ["completed", "passed"]);
  assert.deepEqual([repository.read("hello.txt"), repository.read("seen.txt")], ["you", "you\n"]);
  const outputs = await h.operator("GET /runs/:id/artifact", {
    params: { id: runId },
    query: { path: "outputs/round-1.json" },
  });
  assert.deepEqual(JSON.parse(outputs.content!), { said: "you" });
  const inbox = await h.operator("GET /notifications", {});
  assert.ok(inbox.items.some(({ title }) => title === "Agreed: approve"));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the transcript of a command node begins with the command in words, its directory and its variables", async () => {
  await using world = await RunWorld.open({ "sub/a.txt": "one\n" });
  const run = await world.toEnd(
    `name: Look
inputs: { properties: { who: { type: string } } }
nodes:
  - { id: look, kind: command, with: { command: 'cat a.txt; echo "$WHO" > b.txt', cwd: sub, env: { WHO: "\${{ inputs.who }}" } } }
`,
    { who: "Ada" },
  );
  const { id } = run.tasks[0]!;
  const told = 'Run this command in sub:\ncat a.txt; echo "$WHO" > b.txt\nwith WHO=Ada';
  const { entries } = await world.h.operator("GET /task-sessions/:id/transcript", { params: { id } });
  assert.ok(JSON.stringify(entries[0]).includes(JSON.stringify(told)), JSON.stringify(entries[0]));
  assert.equal((await world.h.operator("GET /task-sessions/:id", { params: { id } })).instructions, told);
});
