import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { Conversation, kindsOf } from "./conversation.ts";

Deno.test("POST …/messages starts work only in a repository that it knows, and takes that of the last run", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const where = await talk.say('create a.md with "x"');
  assert.deepEqual(kindsOf(where), ["asked_back"]);
  assert.match(where.reply, /which repository/i);
  const first = await talk.say(`in ${repository.root}: create a.md with "x"`);
  assert.deepEqual(kindsOf(first), ["run_created"]);
  const second = await talk.say('create b.md with "y"');
  const run = await h.operator("GET /runs/:id", { params: { id: second.runId! } });
  assert.equal(run.repoPath, repository.root);
  assert.equal(run.conversationId, talk.id);
  assert.equal(run.request, 'create b.md with "y"');
  const nowhere = await talk.say('in /no/such/directory: create a.md with "x"');
  assert.deepEqual(kindsOf(nowhere), ["asked_back"]);
  assert.match(nowhere.reply, /no such directory/);
  const head = h.store.head;
  const wrong = await h.json("POST", `/coordinator/conversations/${talk.id}/messages`, {
    content: 'create a.md with "x"',
    repoPath: "relative",
  });
  assert.equal(wrong.status, 400);
  assert.match(wrong.body.error, /absolute path/);
  assert.equal(h.store.head, head, "a refusal leaves no event");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST …/messages: `run:` starts a run with any words, and says who could do them", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const sent = await talk.say("run: make it nicer", { repoPath: repository.root });
  assert.deepEqual(kindsOf(sent), ["run_created"]);
  assert.match(sent.reply, /wait until a model is configured/);
  const waiting = await h.settled(sent.runId!);
  assert.equal(waiting.request, "make it nicer");
  assert.equal(waiting.waitingFor?.kind, "dependency");
  const unclear = await talk.say("make it nicer");
  assert.deepEqual(kindsOf(unclear), ["asked_back"]);
  const chosen = await talk.say("make it nicer", { worker: { provider: "builtin" } });
  assert.deepEqual(kindsOf(chosen), ["run_created"]);
  const trades = await talk.say("run: Buy 10 shares of ACME for me.");
  assert.match(trades.reply, /will be refused/);
  assert.equal((await h.settled(trades.runId!)).statusReason, "policy_blocked");
});

Deno.test("POST …/messages: an agent's run meets the gates; what the token may not do elsewhere is asked back", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const sent = await talk.say('create a.md with "x"', { repoPath: repository.root }, "agent");
  const waiting = await h.settled(sent.runId!);
  assert.equal(waiting.createdBy, "agent");
  assert.equal(pendingOf(waiting).policyClass, "start");
  for (const wish of ["pause", "cancel: enough", "resume", "remember: x", "reject: no", "rework: x"]) {
    const refused = await talk.say(wish, {}, "agent");
    assert.deepEqual(kindsOf(refused), ["asked_back"], wish);
    assert.match(refused.reply, /agent token/, wish);
  }
  assert.equal(pendingOf(await h.settled(sent.runId!)).id, pendingOf(waiting).id);
  const noWork = await talk.say("rework: x");
  assert.match(noWork.reply, /start checkpoint has no work/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST …/messages pauses, resumes and cancels, once each, and `stop` asks which is meant", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const { runId } = await talk.say("run sleep 1000", {
    repoPath: repository.root,
  });
  await h.until(runId!, ({ traces }) => traces.items.some(({ type }) => type === "process.started"));
  assert.deepEqual(kindsOf(await talk.say("stop")), ["asked_back"]);
  assert.deepEqual(kindsOf(await talk.say("pause")), ["run_paused"]);
  await h.until(runId!, ({ traces }) => traces.items.some(({ type }) => type === "process.ended"));
  assert.deepEqual(kindsOf(await talk.say("pause it")), ["nothing"]);
  assert.match((await talk.say("what needs me?")).reply, new RegExp(`resume or cancel ${runId}`));
  assert.deepEqual(kindsOf(await talk.say("continue")), ["run_resumed"]);
  assert.deepEqual(kindsOf(await talk.say(`cancel ${runId}: enough`)), ["run_cancelled"]);
  const ended = await h.settled(runId!);
  assert.equal(ended.status, "cancelled");
  assert.equal(ended.statusDetail, "enough");
  assert.deepEqual(kindsOf(await talk.say("cancel")), ["nothing"]);
  assert.deepEqual(kindsOf(await talk.say("pause")), ["asked_back"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST …/messages: a task that asks for guidance gets the recipe; free words are asked back", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const { runId } = await talk.say('create b.txt with "b"', { repoPath: repository.root });
  await h.settled(runId!);
  const overlap = await talk.say('append "c" to b.txt');
  assert.deepEqual(kindsOf(overlap), ["asked_back"]);
  assert.match(overlap.reply, /also touches b\.txt/);
  const sent = await talk.say("rework: say it in British English");
  assert.match(sent.reply, /will ask for guidance/);
  const stuck = await h.settled(runId!);
  assert.equal(stuck.waitingFor?.kind, "input");
  assert.match((await talk.say("in British English, please")).reply, /guide: <instructions>/);
  const guided = await talk.say('replace "b" with "colour" in b.txt');
  assert.deepEqual(kindsOf(guided), ["guidance_added"]);
  assert.equal(guided.effects[0]!.taskSessionId, stuck.waitingFor!.id);
  const again = await h.settled(runId!);
  assert.equal(again.status, "waiting", again.statusDetail);
  const late = await talk.say("guide: more");
  assert.deepEqual(kindsOf(late), ["asked_back"]);
  const unknown = await talk.say("guide task_9: more");
  assert.match(unknown.reply, /no task "task_9"/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST …/messages: a bare no asks which is meant and how to say it; a patch of another repository is in nobody's way", async () => {
  using repository = TestRepository.make();
  using other = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const { runId } = await talk.say('create S.md with "1"', { repoPath: repository.root });
  const { id } = pendingOf(await h.settled(runId!));
  const no = await talk.say("no");
  assert.deepEqual(kindsOf(no), ["asked_back"]);
  assert.match(no.reply, /`reject: <reason>`/);
  assert.equal(pendingOf(await h.settled(runId!)).id, id, "nothing was decided");
  assert.deepEqual(kindsOf(await talk.say(`in ${repository.root}/: create S.md with "2"`)), ["asked_back"]);
  for (
    const [content, more] of [
      ['create S.md with "2"', { repoPath: other.root }],
      [`in ${other.root}: create S.md with "2"`, {}],
    ] as const
  ) {
    await h.operator("PATCH /coordinator/conversations/:id", {
      params: talk.params,
      body: { activeRunId: runId! },
    });
    assert.deepEqual(kindsOf(await talk.say(content, more)), ["run_created"], content);
  }
  await h.operator("PATCH /coordinator/conversations/:id", {
    params: talk.params,
    body: { activeRunId: runId! },
  });
  assert.deepEqual(kindsOf(await talk.say("reject it")), ["approval_rejected"]);
});

Deno.test("POST …/messages remembers for the conversation or the project, and answers from records", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const here = await talk.say("remember this: we use tabs");
  assert.deepEqual(kindsOf(here), ["memory_recorded"]);
  await talk.say('create a.md with "x"', { repoPath: repository.root });
  const there = await talk.say("remember for this project: tests run with make test");
  const records = await h.operator("GET /memory", { query: { conversationId: talk.id } });
  assert.deepEqual(
    records.map(({ id, scope, scopeId, content }) => ({ id, scope, scopeId, content })).sort((a, b) =>
      a.id < b.id ? -1 : 1
    ),
    [
      {
        id: here.effects[0]!.memoryRecordId,
        scope: "conversation",
        scopeId: talk.id,
        content: "we use tabs",
      },
      {
        id: there.effects[0]!.memoryRecordId,
        scope: "project",
        scopeId: repository.root,
        content: "tests run with make test",
      },
    ],
  );
  for (const question of ["help", "status", "what needs me", "list approvals", "plan", "why did it fail"]) {
    assert.deepEqual(kindsOf(await talk.say(question)), ["answered"], question);
  }
  const nobody = await talk.say("status run_00000000000000000000000000");
  assert.deepEqual(kindsOf(nobody), ["asked_back"]);
  assert.match(nobody.reply, /Nothing has the id/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST …/messages with an Idempotency-Key does its work once", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const body = { content: 'create a.md with "x"', repoPath: repository.root };
  const send = () =>
    h.agent("POST /coordinator/conversations/:id/messages", { params: talk.params, body }, {
      idempotencyKey: "once",
    });
  const [first, second] = [await send(), await send()];
  assert.deepEqual(second, first);
  assert.equal((await talk.details()).queuedRunLinks.length, 1);
  assert.equal((await talk.details()).counts.messages, 1);
});

Deno.test("POST …/messages refuses what it names and is not there, and leaves no event", async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const path = `/coordinator/conversations/${talk.id}/messages`;
  const head = h.store.head;
  for (
    const [extra, names] of [
      [{ runId: "run_nothing" }, /runId is "run_nothing"/],
      [{ taskSessionId: "task_nothing" }, /taskSessionId is "task_nothing"/],
      [{ attachmentIds: ["attachment_nothing"] }, /attachmentIds contains "attachment_nothing"/],
    ] as const
  ) {
    for (const where of [path, path.replace("messages", "pre-run-checklist")]) {
      const { status, body } = await h.json("POST", where, { content: "status", ...extra });
      assert.equal(status, 400);
      assert.match(body.error, names);
    }
  }
  await h.operator("PATCH /coordinator/conversations/:id", {
    params: talk.params,
    body: { status: "archived" },
  });
  const archived = h.store.head;
  assert.equal(archived, head + 1);
  for (
    const [verb, body] of [["messages", { content: "help" }], ["events", {
      kind: "user",
      content: "x",
    }]] as const
  ) {
    const refused = await h.json("POST", path.replace("messages", verb), body);
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, /is archived/);
  }
  assert.equal(h.store.head, archived);
});

Deno.test("POST …/messages: the run has the fix rounds that the message says, and ends red where it says that", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const more = { repoPath: repository.root, verifier: { command: "test -f a.md" } };
  const said = await talk.say('create a.md with "x"', { ...more, fix: 1, onRed: "fail" });
  const usual = await talk.say('create a.md with "x"', more);
  const [strict, open] = await Promise.all([said, usual].map(async ({ runId }) => {
    const run = await h.operator("GET /runs/:id", { params: { id: runId! } });
    return [run.fix, run.onRed];
  }));
  assert.deepEqual([strict, open], [[1, "fail"], [undefined, undefined]]);
});
