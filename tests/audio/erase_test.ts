import assert from "node:assert/strict";
import { verifyChain } from "../../store/verify.ts";
import { sightings } from "../store/canaries.ts";
import { audioHarness, openSession, scriptEngine, send, settled, speech } from "./audio_world.ts";

const SAID = "canary-that-was-said";
const LIVE = "canary-that-came-live";

Deno.test("erasing all leaves no byte of what was said or recorded, and the chain stays valid", async () => {
  using engine = scriptEngine(`echo ${SAID}`);
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h, { title: "A title that stays" });
  const recording = speech(1, 0);
  recording.set(new TextEncoder().encode("canary-in-the-recording"), 10_000);
  await send(h, id, recording);
  await h.operator("POST /audio-sessions/:id/events", {
    params: { id },
    body: { kind: "transcript", type: "note", text: LIVE },
  });
  await h.json("POST", `/audio-sessions/${id}/transcriptions`, {
    mode: "import",
    transcript: "canary-imported",
  });
  const before = await settled(h, id);
  assert.equal(before.transcript.text, `${LIVE}\n${SAID}\ncanary-imported`);
  const canaries = [SAID, LIVE, "canary-imported", "canary-in-the-recording"];
  assert.notDeepEqual(sightings(h.directory, canaries), [], "the control: they are there");
  const erased = await h.operator("POST /audio-sessions/:id/end", { params: { id }, body: { erase: "all" } });
  assert.equal(erased.transcript.text, "");
  assert.equal(erased.audio.state, "erased");
  assert.equal(erased.erasure!.scope, "all");
  assert.equal(erased.title, "A title that stays");
  assert.deepEqual(sightings(h.directory, canaries), []);
  assert.equal(verifyChain(h.store.database).ok, true);
  assert.deepEqual(await h.operator("GET /audio-sessions", { query: { query: "canary" } }), []);
  assert.deepEqual(h.rebuildDifferences(), []);
  const clip = await h.json("GET", `/audio-sessions/${id}?clip=${before.transcriptions[0]!.id}`);
  assert.equal(clip.status, 400);
});

Deno.test("erasing audio keeps the words; erasing all later takes them too", async () => {
  using engine = scriptEngine(`echo ${SAID}`);
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h);
  await send(h, id, speech(1));
  await settled(h, id);
  const end = (erase: "audio" | "all") =>
    h.operator("POST /audio-sessions/:id/end", { params: { id }, body: { erase } });
  const audio = await end("audio");
  assert.deepEqual([audio.audio.state, audio.transcript.text], ["erased", SAID]);
  const all = await end("all");
  assert.deepEqual([all.audio.state, all.transcript.text, all.erasure!.scope], ["erased", "", "all"]);
  assert.deepEqual((await end("audio")).erasure!.scope, "all");
});

Deno.test("a retention of 0 days erases a recording once it is transcribed, and keeps one that was not", async () => {
  using engine = scriptEngine(`echo ${SAID}`);
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h, { retentionDays: 0 });
  await send(h, id, speech(1));
  const { audio, transcript } = await settled(h, id);
  assert.deepEqual([audio.state, transcript.text], ["erased", SAID]);
  await using without = await audioHarness(null);
  const kept = await openSession(without, { retentionDays: 0 });
  await send(without, kept.id, speech(1));
  assert.equal((await settled(without, kept.id)).audio.state, "present");
});

Deno.test("a retention of 0 days keeps a recording whose transcription failed, although another one succeeds", async () => {
  // It fails at the shorter one.
  using engine = scriptEngine(`if [ "$(wc -c < "$1")" -gt 40000 ]; then echo ${SAID}; else exit 1; fi`);
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h, { retentionDays: 0 });
  const failed = await send(h, id, speech(1));
  assert.equal((await settled(h, id)).transcriptions[0]!.status, "failed");
  await send(h, id, speech(1, 0));
  const { audio, transcript, erasure } = await settled(h, id);
  assert.equal(transcript.text, SAID);
  assert.deepEqual(audio.items.map(({ state }) => state).toSorted(), ["erased", "present"]);
  assert.equal(audio.items.find((each) => each.id === failed.id)!.state, "present");
  assert.equal(erasure, null, "the session is not erased");
  assert.equal(h.store.database.all("select id from material").length, 1);
});

Deno.test("recordings go by themselves at the end of their retention; the words stay", async () => {
  using engine = scriptEngine(`echo ${SAID}`);
  let now = new Date("2026-05-01T12:00:00.000Z");
  await using h = await audioHarness(engine.command, { now: () => now });
  const { id } = await openSession(h, { retentionDays: 2 });
  await send(h, id, speech(1));
  assert.equal((await settled(h, id)).audio.state, "present");
  now = new Date("2026-05-03T11:00:00.000Z");
  await h.composition.maintenance.runOnce();
  assert.equal((await settled(h, id)).audio.state, "present");
  now = new Date("2026-05-03T13:00:00.000Z");
  await h.composition.maintenance.runOnce();
  const { audio, transcript } = await settled(h, id);
  assert.deepEqual([audio.state, transcript.text], ["erased", SAID]);
});

Deno.test("a session whose retention has ended takes no recording that it would delete at once; words it takes", async () => {
  let now = new Date("2026-05-01T12:00:00.000Z");
  await using h = await audioHarness(null, { now: () => now });
  const { id } = await openSession(h, { retentionDays: 2 });
  now = new Date("2026-05-03T12:00:00.000Z");
  const audio = { name: "a.wav", mediaType: "audio/wav", contentBase64: speech(1).toBase64() };
  for (const part of [{}, { uploadId: "u1", index: 0 }]) {
    const { status, body } = await h.json("POST", `/audio-sessions/${id}/transcriptions`, {
      mode: "local",
      audio: { ...audio, ...part },
    });
    assert.equal(status, 400);
    assert.match(body.error, /retention of this session ended.*Create another session/);
  }
  const words = { mode: "import", transcript: "said" };
  assert.equal((await h.json("POST", `/audio-sessions/${id}/transcriptions`, words)).status, 201);
  assert.equal((await settled(h, id)).audio.state, "none");
});

Deno.test("no recording stays that was being stored while its session was ended and erased", async () => {
  await using h = await audioHarness(null);
  const canary = "canary-in-the-recording";
  const recording = speech(1);
  recording.set(new TextEncoder().encode(canary), 10_000);
  const { artifacts } = h.service;
  const write = artifacts.writeStream.bind(artifacts);
  const audio = { name: "a.wav", mediaType: "audio/wav", contentBase64: recording.toBase64() };
  for (const part of [{}, { uploadId: "u1", index: 0 }]) {
    const { id } = await openSession(h);
    artifacts.writeStream = async (...args) => {
      const written = await write(...args);
      await h.operator("POST /audio-sessions/:id/end", { params: { id }, body: { erase: "all" } });
      return written;
    };
    const { status } = await h.json("POST", `/audio-sessions/${id}/transcriptions`, {
      mode: "local",
      audio: { ...audio, ...part },
    });
    artifacts.writeStream = write;
    await h.composition.maintenance.runOnce();
    assert.deepEqual([status, sightings(h.directory, [canary])], [400, []], JSON.stringify(part));
  }
});

Deno.test("a recording that is erased while its transcription begins is not being transcribed afterwards", async () => {
  using engine = scriptEngine(`echo ${SAID}`);
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h);
  const { artifacts, audio } = h.service;
  const [reading, erasing, begun] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const read = artifacts.read.bind(artifacts);
  artifacts.read = async (...args) => {
    reading!.resolve();
    await erasing!.promise;
    return await read(...args);
  };
  const [cancel, commit] = [audio.cancel.bind(audio), h.store.commit.bind(h.store)];
  // The work gets on to its next record after it was recorded as stopped, and before it is stopped.
  Object.assign(audio, {
    cancel: async (sessionId: string) => {
      h.store.commit = (unit) => commit(unit).finally(begun!.resolve);
      erasing!.resolve();
      await begun!.promise;
      await cancel(sessionId);
    },
  });
  await send(h, id, speech(1));
  await reading!.promise;
  await h.operator("POST /audio-sessions/:id/end", { params: { id }, body: { erase: "audio" } });
  const { activity, transcriptions } = await settled(h, id);
  assert.deepEqual([activity, transcriptions.map(({ status }) => status)], ["idle", ["failed"]]);
  assert.match(transcriptions[0]!.error!, /because its recording was erased/);
});

Deno.test("the first part of a recording, sent twice at once, is erased with its session", async () => {
  await using h = await audioHarness(null);
  const { id } = await openSession(h);
  const audio = {
    name: "a",
    mediaType: "audio/wav",
    contentBase64: speech(1).toBase64(),
    uploadId: "u",
    index: 0,
  };
  const sent = await Promise.all(
    [1, 2].map(() => h.json("POST", `/audio-sessions/${id}/transcriptions`, { mode: "local", audio })),
  );
  assert.deepEqual(sent.map(({ status }) => status).toSorted(), [200, 201]);
  await h.operator("POST /audio-sessions/:id/end", { params: { id }, body: { erase: "audio" } });
  assert.deepEqual(h.store.database.all("select id from material"), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});
