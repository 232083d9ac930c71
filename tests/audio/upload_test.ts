import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { readMaterial } from "../../services/ground/material/read.ts";
import { sha256 } from "../../store/chain.ts";
import type { Harness } from "../harness.ts";
import { audioHarness, openSession, scriptEngine, settled, speech } from "./audio_world.ts";

/** Sends one part; gives status and payload. */
const part = (h: Harness, id: string, index: number, bytes: Uint8Array, last?: boolean, uploadId = "u1") =>
  h.json("POST", `/audio-sessions/${id}/transcriptions`, {
    mode: "local",
    audio: {
      name: "note.wav",
      mediaType: "audio/wav",
      contentBase64: bytes.toBase64(),
      uploadId,
      index,
      ...(last && { last }),
    },
  });

const WHOLE = speech(1, 0, 1);
const PARTS = [WHOLE.subarray(0, 40_000), WHOLE.subarray(40_000, 60_000), WHOLE.subarray(60_000)] as const;

Deno.test("parts come in order, twice the same is once, and the whole recording is what they are together", async () => {
  using engine = scriptEngine("echo hello");
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h);
  const first = await part(h, id, 0, PARTS[0]);
  assert.deepEqual([first.status, first.body.status, first.body.upload.parts], [201, "queued", 1]);
  const repeated = await part(h, id, 0, PARTS[0]);
  assert.deepEqual([repeated.status, repeated.body.id, repeated.body.upload.parts], [200, first.body.id, 1]);
  const early = await part(h, id, 2, PARTS[2]);
  assert.equal(early.status, 400);
  assert.match(early.body.error, /Part 2 of the upload u1 arrived before part 1/);
  const other = await part(h, id, 0, PARTS[1]);
  assert.match(other.body.error, /stored with different content/);
  assert.equal((await h.operator("GET /audio-sessions/:id", { params: { id } })).activity, "recording");
  assert.equal((await part(h, id, 1, PARTS[1])).status, 200);
  const last = await part(h, id, 2, PARTS[2], true);
  assert.deepEqual([last.status, last.body.upload.complete], [200, true]);
  const { transcript, audio: { items: [item] }, transcriptions } = await settled(h, id);
  assert.equal(transcript.text, "hello");
  assert.deepEqual([item!.sha256, item!.bytes, item!.durationMs], [sha256(WHOLE), WHOLE.length, 3000]);
  assert.equal(transcriptions.length, 1);
  assert.equal((await part(h, id, 2, PARTS[2], true)).status, 200, "the last part once more");
  assert.equal((await part(h, id, 3, PARTS[2])).status, 400, "nothing comes after the last part");
  const kept = h.store.database.all<{ n: number }>("select count(*) as n from material");
  assert.equal(kept[0]!.n, 1, "the parts are gone, the recording is there");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the same part sent at once from two places is stored once", async () => {
  await using h = await audioHarness(null);
  const { id } = await openSession(h);
  const both = await Promise.all([part(h, id, 0, PARTS[0]), part(h, id, 0, PARTS[0])]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 201]);
  assert.equal(both[0]!.body.id, both[1]!.body.id);
  assert.equal((await part(h, id, 1, PARTS[1])).body.upload.parts, 2);
});

Deno.test("what has come of an upload that broke off can be transcribed, also after a restart", async () => {
  using engine = scriptEngine('wc -c <"$1"');
  const before = await audioHarness(null);
  const { id } = await openSession(before);
  await part(before, id, 0, PARTS[0]);
  await part(before, id, 1, PARTS[1]);
  await before.close();
  await using h = await audioHarness(engine.command, {}, before.directory);
  const open = await h.operator("GET /audio-sessions/:id", { params: { id } });
  assert.deepEqual(open.transcriptions[0]!.upload, {
    uploadId: "u1",
    parts: 2,
    bytes: 60_000,
    complete: false,
  });
  assert.equal((await part(h, id, 2, new Uint8Array(), true)).status, 200);
  const { transcript, audio: { items: [item] } } = await settled(h, id);
  assert.equal(item!.sha256, sha256(WHOLE.subarray(0, 60_000)));
  assert.equal(transcript.text, "60000");
});

Deno.test("ending a session transcribes what has come", async () => {
  using engine = scriptEngine("echo hello");
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h);
  await part(h, id, 0, WHOLE);
  await h.operator("POST /audio-sessions/:id/end", { params: { id }, body: {} });
  assert.equal((await settled(h, id)).transcript.text, "hello");
});

Deno.test("five sessions cannot record at once", async () => {
  await using h = await audioHarness(null);
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await part(h, (await openSession(h)).id, 0, PARTS[0]));
  assert.deepEqual(answers.map(({ status }) => status), [201, 201, 201, 201, 400]);
  assert.match(answers[4]!.body.error, /4 sessions are recording already/);
});

Deno.test("a session takes 100 transcriptions, also if they come at once, and the last one in several parts", async () => {
  await using h = await audioHarness(null);
  const { id } = await openSession(h);
  const imported = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        h.json("POST", `/audio-sessions/${id}/transcriptions`, { mode: "import", transcript: "Hello." })),
    );
  await imported(98);
  const answers = [
    await part(h, id, 0, PARTS[0]),
    ...await imported(3),
    await part(h, id, 1, PARTS[1], true),
  ];
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 201, 201, 400, 400]);
  const { items } = (await settled(h, id)).audio;
  assert.equal(items[0]!.bytes, 60_000);
});

Deno.test("a recording needs consent, and a microphone needs it at once", async () => {
  await using h = await audioHarness(null);
  const refused = await h.json("POST", "/audio-sessions", { kind: "transcription", source: "microphone" });
  assert.equal(refused.status, 400);
  const { id } = await h.operator("POST /audio-sessions", { body: { kind: "transcription" } });
  const sent = await part(h, id, 0, PARTS[0]);
  assert.equal(sent.status, 400);
  assert.match(sent.body.error, /has no consent/);
  assert.equal(h.store.database.get<{ n: number }>("select count(*) as n from material")!.n, 0);
  const imported = await h.json("POST", `/audio-sessions/${id}/transcriptions`, {
    mode: "import",
    transcript: "hello",
  });
  assert.equal(imported.status, 201);
});

Deno.test("what is not a recording is refused by its content, whatever its name says", async () => {
  using engine = scriptEngine("echo never");
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h);
  const garbage = crypto.getRandomValues(new Uint8Array(5000));
  const contents = [garbage, new TextEncoder().encode("RIFF....WAVE"), WHOLE.subarray(0, 30)];
  for (const [i, bytes] of contents.entries()) await part(h, id, 0, bytes, true, `upload-${i}`);
  const { transcriptions, transcript } = await settled(h, id);
  assert.deepEqual(transcriptions.map(({ status }) => status), ["failed", "failed", "failed"]);
  for (const { error } of transcriptions) assert.match(error!, /^The recording could not be read: /);
  assert.equal(transcript.text, "");
  for (
    const { id: each } of h.store.documents.find(
      (await import("../../store/material/stream.ts")).materialStream,
      {},
      { limit: 9 },
    )
  ) {
    assert.ok((await readMaterial(contextFor(h.service, "operator"), each)).length > 0);
  }
});
