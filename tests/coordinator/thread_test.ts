import assert from "node:assert/strict";
import { wordsOf } from "../../ui/coordinator/conversation/activity_words.ts";
import { createActivity } from "../../ui/coordinator/conversation/activity.ts";
import { threadOf } from "../../ui/coordinator/conversation/thread.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { Conversation } from "./conversation.ts";

Deno.test("a conversation's thread has each exchange once, and what else happened between them, in order", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const started = await talk.say('create b.txt with "b"', { repoPath: repository.root });
  await h.settled(started.runId!);
  await h.operator("POST /coordinator/conversations/:id/events", {
    params: talk.params,
    body: { kind: "system", content: "A note." },
  });
  await talk.say("status");
  const { events } = await talk.details();
  const turns = await h.operator("GET /coordinator/conversations/:id/turns", { params: talk.params });
  const shown = (hasMore: boolean, some = turns) =>
    threadOf(some, events, hasMore).map((item) =>
      item.kind === "turn" ? item.turn.message.content : item.entry.content
    );
  assert.deepEqual(shown(false), ['create b.txt with "b"', "A note.", "status"]);
  assert.deepEqual(shown(true, turns.slice(0, 1)), ["status"], "older entries come with their exchanges");

  const [status, create] = turns;
  const activity = createActivity({ call: h.operator }, talk.id, { before: 0, at: create!.sequence });
  await activity.readOn();
  const types = activity.events.value!.map(({ type }) => type);
  assert.ok(types.includes("approval.requested"), types.join(" "));
  assert.ok(types.every((type) => !/^(?:conversation|message)\./.test(type)), types.join(" "));
  await h.operator("POST /runs/:id/cancel", { params: { id: started.runId! } });
  await h.settled(started.runId!);
  await activity.readOn();
  assert.equal(activity.events.value!.length, types.length, "it ended with the next message");
  const after = createActivity({ call: h.operator }, talk.id, {
    before: create!.sequence,
    at: status!.sequence,
  });
  await after.readOn();
  assert.ok(after.events.value!.some(({ type }) => type === "run.cancelled"));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an event in words says what it was about, as far as it tells, and never more than a line", () => {
  assert.deepEqual(wordsOf({ type: "run.patch_applied", data: null }), {
    what: "Run patch applied",
    about: "",
  });
  const failed = wordsOf({ type: "run.failed", data: { reason: "timeout", detail: "x".repeat(500) } });
  assert.equal(failed.about.length, 200);
});
