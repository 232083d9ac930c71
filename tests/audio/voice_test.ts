import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { testNeeding } from "../kit/skip.ts";
import { audioHarness, openSession, send, settled } from "./audio_world.ts";
import { MISSING_SPEECH, POCKETSPHINX } from "./pocketsphinx.ts";
import { MISSING_VOICE, say } from "./voice.ts";

testNeeding(MISSING_SPEECH ?? MISSING_VOICE, {
  name: "a voice that says approve approves nothing, wherever its words go; a person's decision does",
  fn: async () => {
    using repository = TestRepository.make();
    await using h = await audioHarness(POCKETSPHINX, { workers: 1 });
    const { id: conversationId } = await h.operator("POST /coordinator/conversations", { body: {} });
    const message = (content: string, metadata = {}) =>
      h.operator("POST /coordinator/conversations/:id/messages", {
        params: { id: conversationId },
        body: { content, metadata, ...(runId === null && { repoPath: repository.root }) },
      });
    let runId: string | null = null;
    runId = (await message('create b.txt with "b"')).runId;
    const waiting = await h.settled(runId!);
    const { id } = pendingOf(waiting);
    const standing = async () => {
      const { approvals, status, round } = await h.operator("GET /runs/:id", { params: { id: runId! } });
      return { approvals, status, round, porcelain: repository.git("status", "--porcelain") };
    };
    const before = await standing();

    const { id: session } = await h.operator("POST /audio-sessions", {
      body: { kind: "transcription", consent: { obtained: true }, conversationId, runId: runId! },
    });
    await send(h, session, await say("approve the change"));
    const { transcript } = await settled(h, session);
    assert.equal(transcript.text, "approve the change", "it is what was heard");
    assert.deepEqual(await standing(), before, "by itself it goes nowhere");
    for (
      const text of ["approve", `yes, approve ${id}`, `reject ${id}: the voice says so`, `rework: again`]
    ) {
      await h.operator("POST /audio-sessions/:id/events", {
        params: { id: session },
        body: {
          kind: "transcript",
          type: "conversation.item.input_audio_transcription.completed",
          itemId: text,
          text,
        },
      });
      await message(text, { origin: "voice", audioSessionId: session });
      assert.deepEqual(await standing(), before, text);
    }
    for (const token of ["operator-token", "agent-token"]) {
      const asVoice = await h.json(
        "POST",
        `/approvals/${id}/approve`,
        { ...REVIEWED, actorType: "voice" },
        token,
      );
      assert.ok([400, 403].includes(asVoice.status));
      assert.deepEqual(await standing(), before);
    }
    const { status } = await h.json("POST", `/approvals/${id}/approve`, REVIEWED);
    assert.equal(status, 200, "the control: a person decides it");
    assert.equal((await standing()).approvals[0]!.status, "approved");
  },
});

Deno.test("typed words turn a checkpoint down, the same words with the mark of a voice do not", async () => {
  using repository = TestRepository.make();
  await using h = await audioHarness(null, { workers: 1 });
  const { id } = await h.operator("POST /coordinator/conversations", { body: {} });
  const message = (body: { content: string; repoPath?: string; metadata?: Record<string, unknown> }) =>
    h.operator("POST /coordinator/conversations/:id/messages", { params: { id }, body });
  const { runId } = await message({ content: 'create b.txt with "b"', repoPath: repository.root });
  await h.settled(runId!);
  const words = "reject: not like this";
  const said = await message({ content: words, metadata: { origin: "voice" } });
  assert.match(said.reply, /A spoken message cannot decide approvals/);
  const approvals = async () => (await h.operator("GET /runs/:id", { params: { id: runId! } })).approvals;
  assert.equal((await approvals())[0]!.status, "pending");
  await message({ content: words });
  assert.equal((await approvals())[0]!.status, "rejected");
});

Deno.test("the agent token learns of no audio session, recording, name or count", async () => {
  await using h = await audioHarness(null);
  const { id } = await openSession(h, { title: "canary-title" });
  await h.json("POST", `/audio-sessions/${id}/transcriptions`, {
    mode: "import",
    transcript: "canary-words",
  });
  const routes = [
    ["GET", "/audio-sessions"],
    ["POST", "/audio-sessions"],
    ["GET", `/audio-sessions/${id}`],
    ["GET", "/audio-sessions/audio_of_nobody"],
    ["POST", `/audio-sessions/${id}/events`],
    ["POST", `/audio-sessions/${id}/transcriptions`],
    ["POST", `/audio-sessions/${id}/end`],
  ] as const;
  const answers = [];
  for (const [method, path] of routes) {
    const { status, body } = await h.json(method, path, method === "POST" ? {} : undefined, "agent-token");
    assert.equal(status, 403, path);
    answers.push(JSON.stringify(body).replaceAll(id, "audio_of_nobody"));
  }
  assert.ok(!answers.join().includes("canary"));
  assert.equal(answers[2], answers[3], "one that is there is refused like one that is not");
  for (const path of ["/coordinator/command-center", "/control-plane/status", "/notifications", "/memory"]) {
    const { body } = await h.json("GET", path, undefined, "agent-token");
    assert.ok(!/canary|audio_/.test(JSON.stringify(body)), path);
  }
});
