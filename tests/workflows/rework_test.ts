import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const source = (onReject: string) =>
  `name: Ask
nodes:
  - id: first
    kind: command
    with: { command: echo 1 >> first.txt }
  - id: draft
    kind: prompt
    dependsOn: [first]
    with: { content: 'create draft.txt with "a draft"' }
  - id: agree
    kind: approval
    dependsOn: [draft]
    with:
      title: Good?
      form: { type: object, required: [name], properties: { name: { type: string } } }
      ${onReject}
  - id: last
    kind: command
    dependsOn: [agree]
    with:
      command: echo "$NAME" > last.txt
      env: { NAME: "\${{ nodes.agree.form.name }}" }
`;

Deno.test("approve: what stands before an approval is not executed again, and the form is what nodes after it read", async () => {
  await using world = await RunWorld.open();
  const runId = await world.start(source(""));
  const asks = await world.settled(runId);
  const form = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const { items: [queued] } = await world.h.operator("GET /approvals/queue");
  const params = { id: asks.waitingFor!.id };
  const review = await world.h.operator("GET /approvals/:id", { params });
  assert.deepEqual(
    [queued!.approval.form, review.approval.form],
    [form, form],
    "what it asks for can be read",
  );
  const wrong = await world.h.json("POST", `/approvals/${asks.waitingFor!.id}/approve`, {
    actorType: "human",
    response: { name: 3 },
  });
  assert.deepEqual([wrong.status, /response: name/.test(wrong.body.error)], [400, true], wrong.body.error);
  await world.decide(runId, "approve", { response: { name: "Ada" } });
  const last = (await world.h.operator("GET /approvals/queue")).items[0]!.approval;
  assert.deepEqual([last.policyClass, last.form], ["repo-write", undefined]);
  const done = await world.decide(runId);
  assert.equal(done.status, "completed", done.statusDetail);
  assert.deepEqual(await world.nodes(runId), [
    "first completed 1",
    "draft completed 1",
    "agree completed 1",
    "last completed 1",
  ]);
  assert.equal(world.repository.read("last.txt"), "Ada\n");
});

Deno.test("reject: the node fails, nothing before it is executed again, and the run ends by it", async () => {
  await using world = await RunWorld.open();
  const runId = await world.start(source(""));
  await world.settled(runId);
  const run = await world.decide(runId, "reject", { reviewerNote: "not like this" });
  assert.deepEqual([run.status, run.statusReason], ["failed", "approval_rejected"]);
  assert.match(run.statusDetail!, /The node "agree" failed: It was rejected: not like this/);
  assert.deepEqual(await world.nodes(runId), ["first completed 1", "draft completed 1", "agree failed 1"]);
});

Deno.test("reject with skip: what depends on it is skipped, and the rest of the run continues", async () => {
  await using world = await RunWorld.open();
  const runId = await world.start(source("onReject: skip"));
  await world.settled(runId);
  const review = await world.decide(runId, "reject");
  assert.equal(review.waitingFor?.kind, "approval", review.statusDetail);
  assert.deepEqual(await world.nodes(runId), ["first completed 1", "draft completed 1", "agree completed 1"]);
  assert.equal((await world.decide(runId)).status, "completed");
});

Deno.test("rework: the named node and what follows are done again with the note, and nothing before them", async () => {
  await using world = await RunWorld.open();
  const runId = await world.start(source("onReject: rework\n      rework: { node: draft, maxRounds: 1 }"));
  const first = await world.settled(runId);
  const second = await world.decide(runId, "reject", { reviewerNote: 'append " and more" to draft.txt' });
  assert.equal(second.waitingFor?.kind, "approval", JSON.stringify([second.statusDetail, second.waitingFor]));
  assert.notEqual(second.waitingFor!.id, first.waitingFor!.id);
  assert.deepEqual(await world.nodes(runId), ["first completed 1", "draft completed 2", "agree waiting 2"]);
  await world.decide(runId, "approve", { response: { name: "Ada" } });
  const done = await world.decide(runId);
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(world.repository.read("draft.txt"), "a draft and more");
  assert.equal(world.repository.read("first.txt"), "1\n");
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("what is done again by a rework is retried as often as the first time", async () => {
  await using world = await RunWorld.open();
  const runId = await world.start(`name: Again
nodes:
  - { id: draft, kind: prompt, with: { content: 'create draft.txt with "a"' } }
  - id: check
    kind: command
    dependsOn: [draft]
    retry: { max: 1, backoff: PT0.01S, on: [exit] }
    with: { command: 'test "$(cat draft.txt)" = a' }
  - id: agree
    kind: approval
    dependsOn: [check]
    with: { title: Good?, onReject: rework, rework: { node: draft } }
`);
  await world.settled(runId);
  const run = await world.decide(runId, "reject", { reviewerNote: 'append "b" to draft.txt' });
  assert.equal(run.status, "failed");
  assert.deepEqual((await world.nodes(runId)).slice(0, 2), ["draft completed 2", "check failed 3"]);
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("rework ends after maxRounds: the next rejection fails the node", async () => {
  await using world = await RunWorld.open();
  const runId = await world.start(source("onReject: rework\n      rework: { node: draft, maxRounds: 1 }"));
  await world.settled(runId);
  await world.decide(runId, "reject");
  const run = await world.decide(runId, "reject");
  assert.deepEqual([run.status, run.statusReason], ["failed", "approval_rejected"]);
});

Deno.test("rework ends what is open of the nodes that it repeats: their questions and the runs that they started", async () => {
  await using world = await RunWorld.open(undefined, { startClock: true });
  const { h } = world;
  const asks = "name: Asks\nnodes:\n  - { id: ask, kind: approval, with: { title: The child asks } }\n";
  const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source: asks } });
  const runId = await world.start(`name: Open
nodes:
  - { id: draft, kind: prompt, with: { content: 'create draft.txt with "a"' } }
  - id: agree
    kind: approval
    dependsOn: [draft]
    with: { title: Good?, onReject: rework, rework: { node: draft } }
  - { id: other, kind: approval, dependsOn: [draft], with: { title: And this? } }
  - { id: sub, kind: workflow, dependsOn: [draft], with: { workflowId: ${workflowId}, mode: run } }
`);
  const open = async () => {
    await h.until(runId, ({ tasks }) => tasks.filter(({ status }) => status === "waiting").length === 3);
    const runs = await Promise.all(world.startedBy(runId).map((id) => world.settled(id)));
    const { items } = await h.operator("GET /approvals/queue");
    return {
      runs: runs.map(({ status }) => status),
      asked: items.map(({ approval }) => approval.title).toSorted(),
      agree: items.find(({ approval }) => approval.title === "Good?")!.approval.id,
    };
  };
  const asked = ["And this?", "Good?", "The child asks"];
  const before = await open();
  assert.deepEqual([before.runs, before.asked], [["waiting"], asked]);
  const body = { actorType: "human" as const, reviewerNote: 'append "b" to draft.txt' };
  await h.operator("POST /approvals/:id/reject", { params: { id: before.agree }, body });
  await h.until(runId, ({ tasks }) => tasks.some(({ taskId, attempt }) => taskId === "sub" && attempt === 2));
  const after = await open();
  assert.deepEqual([after.runs.toSorted(), after.asked], [["cancelled", "waiting"], asked]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the rework of the whole result builds on what the nodes made, and none of them is executed again", async () => {
  await using world = await RunWorld.open();
  const runId = await world.start(source(""));
  await world.settled(runId);
  await world.decide(runId, "approve", { response: { name: "Ada" } });
  const again = await world.decide(runId, "reject", {
    disposition: "rework",
    reviewerNote: 'create reworked.txt with "yes"',
  });
  assert.equal(again.waitingFor?.kind, "approval", JSON.stringify([again.statusDetail, again.waitingFor]));
  assert.deepEqual(await world.nodes(runId), [
    "first completed 1",
    "draft completed 1",
    "agree completed 1",
    "last completed 1",
    "rework_2 completed 1",
  ]);
  assert.equal((await world.decide(runId)).status, "completed");
  assert.equal(world.repository.read("reworked.txt"), "yes");
  assert.equal(world.repository.read("last.txt"), "Ada\n");
});
