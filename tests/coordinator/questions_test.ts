import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { Conversation, kindsOf } from "./conversation.ts";

Deno.test("POST …/messages: `show me the diff` lists the files of the patch, and says where its lines are read", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  assert.deepEqual(kindsOf(await talk.say("show me the diff")), ["asked_back"]);
  const { runId } = await talk.say('create b.md with "b"\nappend "more" to a.txt', {
    repoPath: repository.root,
  });
  const { id } = pendingOf(await h.settled(runId!));
  const told = await talk.say("show me the diff");
  assert.deepEqual(kindsOf(told), ["answered"]);
  assert.deepEqual(told.effects[0]!.recordIds, [runId, id]);
  for (const part of ["2 files", "added b.md (+1 −0)", "modified a.txt", `agent-harness review ${id}`]) {
    assert.ok(told.reply.includes(part), told.reply);
  }
  const none = await talk.say("run: make it nicer", { repoPath: repository.root });
  await h.settled(none.runId!);
  assert.match((await talk.say("diff")).reply, /is waiting and has no patch/);
});

Deno.test("POST …/messages: `list runs`, `which models are ready?` and `report` answer from records", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const talk = await Conversation.begin(h);
  assert.match((await talk.say("list runs")).reply, /There are no runs yet/);
  const { runId } = await talk.say('create b.md with "hush"', { repoPath: repository.root });
  const runs = await talk.say("list runs");
  assert.deepEqual(runs.effects[0]!.recordIds, [runId]);
  assert.match(runs.reply, new RegExp(`${runId}: queued, created `));
  assert.doesNotMatch(runs.reply, /hush/, "the texts of runs stay with them");
  const models = await talk.say("which models are ready?");
  assert.match(models.reply, /- builtin\/recipe: ready/);
  assert.match((await talk.say("report")).reply, new RegExp(`^${runId}: The run is queued`));
});

Deno.test("POST …/messages: `block task 1` does nothing, and says with which command it is done", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const { runId } = await talk.say('create b.md with "b"', { repoPath: repository.root });
  await h.settled(runId!);
  const told = await talk.say("block task 1");
  assert.deepEqual(kindsOf(told), ["asked_back"]);
  assert.ok(told.reply.includes(`agent-harness task-cards block ${runId} task_1`), told.reply);
  assert.match(
    (await talk.say("escalate task_7")).reply,
    /has no task "task_7"\. Its tasks are: task_1\. Nothing was done/,
  );
  const [task] = (await h.operator("GET /runs/:id", { params: { id: runId! } })).tasks;
  assert.equal(task!.card, "in_review");
});

Deno.test("PATCH …/conversations/:id with the title null takes the title away, and the next message gives it one", async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h, "A title");
  const params = talk.params;
  const update = () => h.operator("PATCH /coordinator/conversations/:id", { params, body: { title: null } });
  const events = await h.eventsOf(async () => {
    assert.notEqual((await update()).title, "A title");
    await update();
  });
  assert.deepEqual(
    events.map(({ type }) => type),
    ["conversation.title_cleared"],
    "what is so already stays",
  );
  await talk.say("help");
  assert.equal((await talk.details()).title, "help");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a pre-run checklist is 201 with its own id, and the same key gives the same one again", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const check = (key: string) =>
    h.send(`/coordinator/conversations/${talk.id}/pre-run-checklist`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ content: 'create a.md with "x"', repoPath: repository.root }),
    });
  const first = await check("one");
  assert.equal(first.status, 201);
  const text = await first.text();
  assert.equal(await (await check("one")).text(), text);
  assert.notEqual((await (await check("two")).json()).id, JSON.parse(text).id);
  assert.equal((await talk.details()).preRunChecklistRecords.length, 2);
});
