import assert from "node:assert/strict";
import { startFixture } from "../cli/fixture.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { sandboxTest } from "../sandbox.ts";
import { testNeeding } from "../kit/skip.ts";
import { engineTimeout } from "../../services/conversation/audio/decode/limits.ts";
import { audioHarness, openSession, scriptEngine, send, settled, speech } from "./audio_world.ts";
import { MISSING_SPEECH, POCKETSPHINX, recordingOf } from "./pocketsphinx.ts";

for (
  const [name, text] of [
    ["goforward", "go forward ten meters"],
    ["something", "go somewhere and do something"],
  ] as const
) {
  testNeeding(MISSING_SPEECH, {
    name: `a recording of human speech becomes its exact text, with times: ${name}`,
    fn: async () => {
      await using h = await audioHarness(POCKETSPHINX);
      const { id } = await openSession(h);
      const { status, audio } = await send(h, id, await recordingOf(name));
      assert.equal(status, "queued");
      assert.match(audio!.sha256, /^[0-9a-f]{64}$/);
      const { transcript, transcriptions: [result], audio: kept, durationMs, speechMs } = await settled(
        h,
        id,
      );
      assert.equal(result!.error, null);
      assert.equal(result!.status, "completed");
      assert.equal(transcript.text, text);
      assert.equal(transcript.trust, "untrusted");
      assert.deepEqual(result!.segments.map((segment) => segment.text), text.split(" "));
      assert.ok(transcript.segments.every(({ startMs, endMs }) => startMs! < endMs! && endMs! <= durationMs));
      assert.ok(speechMs > 500 && speechMs < durationMs);
      assert.equal(result!.audio!.sampleRateHz, 16_000);
      assert.equal(result!.engine!.name, "pocketsphinx_continuous");
      assert.match(result!.engine!.programSha256, /^[0-9a-f]{64}$/);
      assert.deepEqual(result!.engine!.arguments, POCKETSPHINX.slice(1));
      assert.match(result!.engine!.confinement, /^in a sandbox, without network/);
      assert.equal(kept.state, "present");
      const { evidence } = transcript.segments[0]!;
      assert.equal(
        evidence.path,
        `audio/${id}#t=${transcript.segments[0]!.startMs! / 1000},${transcript.segments[0]!.endMs! / 1000}`,
      );
      assert.equal(evidence.audioSha256, result!.audio!.sha256);
      assert.deepEqual(h.rebuildDifferences(), []);
    },
  });
}

Deno.test("without a program the recording is kept, and transcribed when there is one", async () => {
  using engine = scriptEngine("echo hello there");
  const without = await audioHarness(null);
  const { id } = await openSession(without);
  const sent = await send(without, id, speech(1));
  assert.equal(sent.status, "unavailable");
  assert.match(sent.error!, /AGENT_HARNESS_TRANSCRIBE_COMMAND/);
  assert.equal(sent.audio!.erased, false);
  await without.close();
  await using h = await audioHarness(engine.command, {}, without.directory);
  await h.operator("POST /audio-sessions/:id/transcriptions", {
    params: { id },
    body: { mode: "local", retryOf: sent.id },
  });
  const { transcript, transcriptions } = await settled(h, id);
  assert.equal(transcript.text, "hello there");
  assert.deepEqual(transcriptions.map(({ status }) => status), ["unavailable", "completed"]);
  assert.equal(transcriptions[1]!.audio!.sha256, sent.audio!.sha256);
});

const FAILURES = [
  { name: "dies", script: "echo half a word; kill -SEGV $$", problem: /signal SIGSEGV/ },
  { name: "fails", script: "echo no model; exit 3", problem: /exit code 3/ },
  { name: "prints a GiB", script: "exec head -c 1073741824 /dev/zero", problem: /printed more than/ },
] as const;
for (const { name, script, problem } of FAILURES) {
  sandboxTest(`a program that ${name} leaves the recording, and a way to try again`, async () => {
    using engine = scriptEngine(script);
    await using h = await audioHarness(engine.command);
    const { id } = await openSession(h);
    await send(h, id, speech(1));
    const { audio, transcriptions: [result], transcript } = await settled(h, id);
    assert.equal(result!.status, "failed");
    assert.match(result!.error!, problem);
    assert.match(result!.error!, /The recording is kept. Try again with "retryOf"/);
    assert.equal(audio.state, "present");
    assert.equal(transcript.text, "");
    if (name === "fails") assert.equal(result!.engineOutput, "no model\n");
    assert.ok(
      !JSON.stringify(h.store.events.after(0, 1000).filter(({ stream }) => !stream.startsWith("audio_text")))
        .includes("no model"),
    );
  });
}

Deno.test("a program that is not there is unavailable, with its name", async () => {
  await using h = await audioHarness(["no-such-recogniser", "{input}"]);
  const { id } = await openSession(h);
  await send(h, id, speech(1));
  const { transcriptions: [result] } = await settled(h, id);
  assert.equal(result!.status, "unavailable");
  assert.match(result!.error!, /no-such-recogniser .* is not installed/);
});

sandboxTest("a program that hangs is ended with its session, and nothing of it is left", async () => {
  using engine = scriptEngine("sleep 1000");
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h);
  const started = Promise.withResolvers<void>();
  const stop = h.store.subscribe(() => {
    if (h.store.events.after(0, 1000).some(({ type }) => type === "process.started")) started.resolve();
  });
  await send(h, id, speech(1));
  await started.promise;
  stop();
  const ended = await h.operator("POST /audio-sessions/:id/end", {
    params: { id },
    body: { erase: "audio" },
  });
  assert.equal(ended.audio.state, "erased");
  assert.equal(ended.transcriptions[0]!.status, "failed");
  const types = h.store.events.after(0, 1000).map(({ type }) => type);
  assert.ok(types.includes("process.ended"));
});

sandboxTest(
  "a transcription that was under way when the service ended is done again by the next one",
  async () => {
    using hanging = scriptEngine("sleep 1000");
    using engine = scriptEngine("echo hello");
    const before = await audioHarness(hanging.command);
    const { id } = await openSession(before);
    const started = Promise.withResolvers<void>();
    const stop = before.store.subscribe(() => {
      if (before.store.events.after(0, 1000).some(({ type }) => type === "process.started")) {
        started.resolve();
      }
    });
    await send(before, id, speech(1));
    await started.promise;
    stop();
    await before.close();
    await using h = await audioHarness(engine.command, {}, before.directory);
    const { transcript, transcriptions: [result] } = await settled(h, id);
    assert.deepEqual([transcript.text, result!.status, result!.attempts], ["hello", "completed", 2]);
  },
);

Deno.test("a recording that breaks off for an internal reason keeps no other one waiting, and is tried again", async () => {
  using engine = scriptEngine("echo hello");
  let failures = 2;
  const boundary = (point: string) => {
    if (point === "transcription:done" && failures-- > 0) throw new Error("The disk is full.");
  };
  await using h = await audioHarness(engine.command, { boundary, log: silentLog });
  const [first, second, third] = [await openSession(h), await openSession(h), await openSession(h)];
  const statusOf = async ({ id }: { id: string }) => (await settled(h, id)).transcriptions[0]!.status;
  await send(h, first.id, speech(1));
  assert.equal(await statusOf(first), "running");
  await send(h, second.id, speech(1));
  assert.deepEqual([await statusOf(second), await statusOf(first)], ["completed", "running"]);
  await send(h, third.id, speech(1));
  assert.deepEqual([await statusOf(third), await statusOf(first)], ["completed", "completed"]);
});

Deno.test("a recording that is missing or no base64 is refused in the words of the API, and of the command line", async () => {
  await using fixture = await startFixture();
  const { id } = await fixture.connection.call("POST /audio-sessions", {
    body: { kind: "transcription", consent: { obtained: true } },
  });
  const none = await fixture.main(["audio", "transcribe", id]);
  assert.deepEqual([none.code, none.stderr], [
    2,
    "✗ Send exactly one of --audio, --attachment-id, --artifact-path, --transcript and --retry-of.\n",
  ]);
  for (
    const [contentBase64, said] of [["", "it must not be empty"], ["!", "it must be base64 such as aGVsbG8="]]
  ) {
    const answer = await fetch(`${fixture.url}/audio-sessions/${id}/transcriptions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        mode: "local",
        audio: { name: "a.wav", mediaType: "audio/wav", contentBase64 },
      }),
    });
    assert.equal(answer.status, 400);
    assert.ok((await answer.text()).includes(`is invalid: ${said}`), said);
  }
});

Deno.test("a program gets four times the length of the recording, or what the operator set", () => {
  const minutes = (...lengths: number[]) =>
    lengths.map((length) => engineTimeout(length * 60_000, null) / 60_000);
  assert.deepEqual(minutes(0, 1, 10, 240), [1, 4, 40, 120]);
  assert.equal(engineTimeout(60_000, 5), 5000);
});

sandboxTest("a program that hangs is ended when its time is over, and says how long it had", async () => {
  using engine = scriptEngine("sleep 1000 & sleep 1000");
  await using h = await audioHarness(engine.command, {
    transcription: { command: engine.command, unconfined: false, maxSeconds: 1 },
  });
  const { id } = await openSession(h);
  await send(h, id, speech(1));
  const { transcriptions: [result], audio } = await settled(h, id);
  assert.deepEqual([result!.status, audio.state], ["failed", "present"]);
  assert.match(result!.error!, /took longer than 1 s and was stopped/);
});

sandboxTest(
  "a program sees the recording and what its arguments name, and no network, home or storage",
  async () => {
    using engine = scriptEngine(`
cat "$2"; ls "$HOME" | wc -l; ls "$3"; tail -n +3 /proc/net/dev | cut -d: -f1
touch "$2" 2>/dev/null && echo written; touch "$1" 2>/dev/null && echo written; head -c 4 "$1"`);
    const model = `${engine.directory}/model.txt`;
    await Deno.writeTextFile(model, "the model says hello\n");
    const h = await audioHarness(null);
    await h.close();
    await using again = await audioHarness([...engine.command, model, h.directory], {}, h.directory);
    const { id } = await openSession(again);
    await send(again, id, speech(1));
    const { transcript, transcriptions: [result] } = await settled(again, id);
    assert.deepEqual(transcript.text.split("\n"), ["the model says hello", "0", "audio-work", "lo", "RIFF"]);
    assert.equal(result!.engine!.model, "model.txt");
  },
);

Deno.test("where no sandbox works, the program does not run, unless the operator has said so", async () => {
  using engine = scriptEngine("echo hello");
  const sandbox = { available: false as const, reason: "There is none here.", fix: "Get one." };
  {
    await using h = await audioHarness(engine.command, { sandbox });
    const { id } = await openSession(h);
    await send(h, id, speech(1));
    const { transcriptions: [result] } = await settled(h, id);
    assert.equal(result!.status, "unavailable");
    assert.match(
      result!.error!,
      /There is none here\. Get one\. Or set AGENT_HARNESS_TRANSCRIBE_UNCONFINED=1/,
    );
  }
  await using h = await audioHarness(null, {
    sandbox,
    transcription: { command: engine.command, unconfined: true, maxSeconds: null },
  });
  const { id } = await openSession(h);
  await send(h, id, speech(1));
  const { transcript, transcriptions: [result] } = await settled(h, id);
  assert.equal(transcript.text, "hello");
  assert.match(result!.engine!.confinement, /^as this user, with access to .*, and the network: /);
});

sandboxTest("what a program invents over silence and repeats is marked, not dropped", async () => {
  using engine = scriptEngine(
    `printf 'WEBVTT\\n\\n00:00.000 --> 00:01.000\\nhello\\n\\n00:01.500 --> 00:03.000\\nThanks for watching\\n
00:00.100 --> 00:00.200\\nagain\\n\\n00:00.200 --> 00:00.300\\nagain\\n\\n00:00.300 --> 00:00.400\\nAgain!\\n\\n00:09.000 --> 00:10.000\\nafter\\n'`,
  );
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h);
  await send(h, id, speech(1, 0, 0));
  const { transcript, transcriptions: [result] } = await settled(h, id);
  assert.deepEqual(transcript.segments.map(({ text, flags }) => [text, flags]), [
    ["hello", []],
    ["Thanks for watching", ["over_silence"]],
    ["again", ["repeated"]],
    ["again", ["repeated"]],
    ["Again!", ["repeated"]],
    ["after", ["outside_audio"]],
  ]);
  assert.equal(result!.quality!.warnings.length, 3);
  assert.equal(result!.quality!.repeatedRatio, 0.5);
});
