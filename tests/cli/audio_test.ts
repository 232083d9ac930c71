import assert from "node:assert/strict";
import { join } from "node:path";
import { sha256 } from "../../store/chain.ts";
import { speech, wav } from "../audio/audio_world.ts";
import { startFixture } from "./fixture.ts";

type Fixture = Awaited<ReturnType<typeof startFixture>>;

const created = async (fixture: Fixture): Promise<string> =>
  JSON.parse(
    (await fixture.run(["audio", "create", "--kind", "transcription", "--consent.obtained", "--json"]))
      .stdout,
  ).id;

Deno.test("audio transcribe reads the named recording, with its name and type; a large one goes in parts", async () => {
  await using fixture = await startFixture();
  const id = await created(fixture);
  const long = wav(new Int16Array(9 * 1024 * 1024), 48_000, 1);
  for (const [name, bytes, parts] of [["call.wav", speech(1), 0], ["long.wav", long, 2]] as const) {
    const path = join(fixture.directory, name);
    await Deno.writeFile(path, bytes);
    const sent = await fixture.run(["audio", "transcribe", id, path, "--language", "en", "--json"]);
    assert.equal(sent.code, 0, sent.stderr);
    const transcription = JSON.parse(sent.stdout);
    assert.deepEqual([transcription.mode, transcription.name], ["local", name]);
    if (parts === 0) assert.equal(transcription.audio.sha256, sha256(bytes));
    else {
      const { uploadId: _, ...upload } = transcription.upload;
      assert.deepEqual(upload, { parts, bytes: bytes.length, complete: true });
    }
  }
  const absent = await fixture.run(["audio", "transcribe", id, "nothing.wav"]);
  assert.equal(absent.code, 2);
  assert.match(absent.stderr, /Could not read the file nothing\.wav/);
});

Deno.test("audio transcribe imports a transcript by the extension of its file, and takes base64 from a script", async () => {
  await using fixture = await startFixture();
  const id = await created(fixture);
  const path = join(fixture.directory, "talk.srt");
  await Deno.writeTextFile(path, "1\n00:00:01,000 --> 00:00:02,000\nGood morning\n");
  const imported = await fixture.run(["audio", "transcribe", id, path, "--json"]);
  assert.equal(imported.code, 0, imported.stderr);
  const { mode, segments } = JSON.parse(imported.stdout);
  assert.deepEqual([mode, segments[0].text, segments[0].startMs], ["import", "Good morning", 1000]);
  const audio = { name: "a.wav", mediaType: "audio/wav", contentBase64: speech(1).toBase64() };
  const scripted = ["audio", "transcribe", id, "--mode", "local", "--audio", JSON.stringify(audio), "--json"];
  assert.equal(JSON.parse((await fixture.run(scripted)).stdout).name, "a.wav");
  const both = await fixture.run([...scripted.slice(0, 3), path, ...scripted.slice(3)]);
  assert.equal(both.code, 2);
  assert.match(both.stderr, /either a file or --audio/);
});

Deno.test("audio events takes one event as flags, and names what is missing", async () => {
  await using fixture = await startFixture();
  const id = await created(fixture);
  const flags = ["--kind", "transcript", "--type", "completed", "--text", "hello there", "--start-ms", "0"];
  const sent = await fixture.run(["audio", "events", id, ...flags, "--end-ms", "900", "--final", "--json"]);
  assert.equal(sent.code, 0, sent.stderr);
  const { events, transcript } = JSON.parse(sent.stdout);
  assert.deepEqual([events.items[0].endMs, transcript.text], [900, "hello there"]);
  const several = [{ kind: "status", type: "started" }, { kind: "status", type: "stopped" }];
  const batch = await fixture.run(["audio", "events", id, "--events", JSON.stringify(several), "--json"]);
  assert.equal(JSON.parse(batch.stdout).events.total, 3, batch.stderr);
  const half = await fixture.run(["audio", "events", id, "--kind", "transcript"]);
  assert.equal(half.code, 2);
  assert.match(half.stderr, /type/);
});
