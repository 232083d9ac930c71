import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { SharedDirectory } from "../shared_directory.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { Conversation, kindsOf } from "./conversation.ts";

Deno.test("a conversation leads from a request through plan, guidance, rework and approval to a summary, and the run's audit tells it in order", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  await using h = await harness({ workers: 2 });
  const talk = await Conversation.begin(h);
  using shared = new SharedDirectory(h.directory);
  const gate = shared.path("gate");
  const begun = await talk.say(
    `run until test -e ${gate}; do sleep 0.02; done\ncreate docs/NOTE.md with "first\\n"`,
    { repoPath: repository.root, verifier: { command: "test -f docs/NOTE.md" } },
  );
  assert.deepEqual(kindsOf(begun), ["run_created"]);
  const runId = begun.effects[0]!.runId!;
  assert.equal(begun.runId, runId);
  await h.until(runId, ({ traces }) => traces.items.some(({ type }) => type === "process.started"));

  const plan = await talk.say("show me the plan");
  assert.match(plan.reply, /task_2: Create docs\/NOTE.md/);
  const guided = await talk.say('guide task_2: append "guided\\n" to docs/NOTE.md');
  assert.deepEqual(kindsOf(guided), ["guidance_added"]);
  assert.match((await talk.say("status")).reply, /0 of 2 task/);
  await Deno.writeTextFile(gate, "");
  const waiting = await h.settled(runId);
  assert.equal(waiting.status, "waiting", waiting.statusDetail);

  const rework = await talk.say('rework: append "reworked\\n" to docs/NOTE.md');
  assert.deepEqual(kindsOf(rework), ["approval_rejected", "plan_changed"]);
  assert.deepEqual(rework.effects[1]!.planChange!.added, ["rework_2"]);
  const again = await h.settled(runId);
  assert.equal(again.round, 2, again.statusDetail);
  assert.deepEqual(kindsOf(await talk.say("looks good, ship it")), ["approval_noted"]);
  assert.equal(repository.exists("docs"), false);
  await h.operator("POST /approvals/:id/approve", { params: { id: pendingOf(again).id }, body: REVIEWED });
  assert.equal((await h.settled(runId)).status, "completed");
  assert.equal(repository.read("docs/NOTE.md"), "first\nguided\nreworked\n");

  const summary = await h.operator("POST /coordinator/conversations/:id/summary", { params: talk.params });
  assert.match(summary.content, /completed; 2 rounds; 1 file/);
  assert.equal(summary.memoryStatus, "current");

  const { narrative, integrityWarnings } = await h.operator("GET /runs/:id/audit-view", {
    params: { id: runId },
  });
  assert.deepEqual(integrityWarnings, []);
  const story = narrative.map(({ text }) => text).join("\n");
  const inOrder = [
    /The operator said: run until/,
    /The operator requested: run until/,
    /A design document was written/,
    /The coordinator answered: The run run_\w+ was queued/,
    /A plan of 2 tasks/,
    /The operator said: show me the plan/,
    /The operator said: guide task_2/,
    /Guidance from the operator: append "guided/,
    /Used 1 piece of guidance/,
    /Verification: .* passed/,
    /Approval requested/,
    /The operator said: rework:/,
    /Rejected by a human: append "reworked/,
    /Task "Rework, round 2" was planned/,
    /Rework was requested/,
    /Approval requested/,
    /The operator said: looks good, ship it/,
    /The coordinator answered: I cannot approve anything/,
    /Approved by a human/,
    /The patch was applied/,
    /The run completed/,
  ];
  let rest = story;
  for (const part of inOrder) {
    const found = part.exec(rest);
    assert.ok(found, `${part} does not come next in:\n${rest}`);
    rest = rest.slice(found.index + found[0].length);
  }

  const details = await talk.details();
  assert.equal(details.activeRun?.id, runId);
  assert.deepEqual(details.queuedRunLinks.map(({ id }) => id), [runId]);
  assert.equal(details.guidanceLinks.length, 2);
  assert.ok(details.statusReportEvents.some(({ kind }) => kind === "final"));
  const plans = await h.operator("GET /coordinator/conversations/:id/plans", { params: talk.params });
  assert.deepEqual(plans.map(({ kind, changes }) => [kind, changes.added]), [
    ["reworked", ["rework_2"]],
    ["planned", ["task_1", "task_2"]],
  ]);
  const [graph] = await h.operator("GET /coordinator/conversations/:id/execution-graphs", {
    params: talk.params,
  });
  assert.deepEqual(graph!.edges.map(({ id }) => id).sort(), ["task_1>task_2", "task_2>rework_2"]);
  assert.deepEqual(graph!.counts, { completed: 3 });
  const turns = await h.operator("GET /coordinator/conversations/:id/turns", { params: talk.params });
  assert.equal(turns.length, 6);
  assert.deepEqual(turns.at(-1), begun.turn);
  const [design] = await h.operator("GET /coordinator/conversations/:id/design-docs", {
    params: talk.params,
  });
  assert.equal(design!.runId, runId);
  assert.match(design!.content, /\*\*task_2\*\* Create docs\/NOTE.md \(after task_1\)/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("deleting a run takes what was said about it out of its conversation", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const secret = "correct-horse-battery";
  const idempotencyKey = "say-1";
  const { runId } = await h.operator("POST /coordinator/conversations/:id/messages", {
    params: talk.params,
    body: { content: `create ${secret}.md with "${secret}"`, repoPath: repository.root },
  }, { idempotencyKey });
  await h.settled(runId!);
  await talk.say(`no, because ${secret} is not a good name`);
  await talk.say("why did it fail?");
  await talk.say("summarise nothing");
  await h.operator("POST /coordinator/conversations/:id/summary", { params: talk.params });
  assert.match((await talk.details()).title, new RegExp(secret));
  await h.operator("POST /runs/:id/delete", { params: { id: runId! } });

  const details = await talk.details();
  assert.equal(details.activeRunId, null);
  assert.doesNotMatch(JSON.stringify(details), new RegExp(secret));
  for (const list of ["turns", "plans", "design-docs", "execution-graphs", "summary", "runtime-events"]) {
    const { body } = await h.json("GET", `/coordinator/conversations/${talk.id}/${list}`);
    assert.doesNotMatch(JSON.stringify(body), new RegExp(secret), list);
  }
  const bytes = new TextDecoder("latin1").decode(await Deno.readFile(join(h.directory, "harness.db")));
  assert.equal(bytes.includes(secret), false, "nothing of it is left in the file");
  assert.deepEqual(h.rebuildDifferences(), []);
});
