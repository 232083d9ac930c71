import assert from "node:assert/strict";
import fc from "fast-check";
import { markDoubt } from "../../services/conversation/audio/transcript/doubt.ts";
import {
  readTranscript,
  type TranscriptFormat,
} from "../../services/conversation/audio/transcript/read_transcript.ts";
import { threadMilliseconds } from "../../services/ground/kernel/thread_time.ts";
import { harness } from "../harness.ts";

const shortly = (text: string, format: TranscriptFormat) =>
  readTranscript(text, format).map(({ startMs, endMs, text, speaker }) => [startMs, endMs, text, speaker]);

Deno.test("SubRip, WebVTT and JSON are read with their times and speakers", () => {
  const srt =
    "\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\n<i>there</i>\r\n\r\n2\r\n01:00:00,000 --> 01:00:01,000\r\nBye\r\n";
  assert.deepEqual(shortly(srt, "srt"), [[1000, 2500, "Hello there", null], [
    3_600_000,
    3_601_000,
    "Bye",
    null,
  ]]);
  const vtt = "WEBVTT\n\nNOTE nothing\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ann>Hello</v>\n";
  assert.deepEqual(shortly(vtt, "vtt"), [[1000, 2000, "Hello", "Ann"]]);
  const escaped =
    "WEBVTT\n\n00:01.000 --> 00:02.000\nTom &amp;&nbsp;Ann: 1 &lt; 2, it&#39;s &amp;lt; &no; &#x1; &#xd800;\n";
  assert.deepEqual(shortly(escaped, "vtt")[0]![2], "Tom & Ann: 1 < 2, it's &lt; &no; &#x1; &#xd800;");
  const openai = JSON.stringify({ segments: [{ start: 0.5, end: 1.25, text: " Hi ", speaker: "B" }] });
  assert.deepEqual(shortly(openai, "json"), [[500, 1250, "Hi", "B"]]);
  const whisper = JSON.stringify({ transcription: [{ offsets: { from: 10, to: 20 }, text: "Yes" }] });
  assert.deepEqual(shortly(whisper, "json"), [[10, 20, "Yes", null]]);
  for (
    const [text, format] of [["no times at all", "srt"], ["Hello", "vtt"], ["{", "json"], ["[1", "json"], [
      "3",
      "json",
    ]] as const
  ) {
    assert.throws(() => readTranscript(text, format), Error, format);
  }
});

Deno.test("marks that nothing closes are words, and take no longer than others", () => {
  const head = "WEBVTT\n\n00:01.000 --> 00:02.000\n";
  assert.deepEqual(shortly(`${head}1 < 2 {\\and <i>3</i>`, "vtt")[0]![2], "1 < 2 {\\and 3");
  const before = threadMilliseconds();
  for (const mark of ["<", "<v ", "<v.", "{\\", `<v${" ".repeat(1_000)}`]) {
    readTranscript(head + mark.repeat(100_000 / mark.length), "vtt");
  }
  assert.ok(threadMilliseconds() - before < 1_000);
});

Deno.test("what a program prints is recognised: timed words, SubRip, WebVTT, JSON, or plain text", () => {
  const sphinx =
    "go on\n<s> 0.000 0.240 1.000000\ngo 0.460 0.630 0.99\n<sil> 0.7 0.8 0.5\non(2) 0.640 1.160 1.000200\n";
  assert.deepEqual(shortly(sphinx, "engine"), [[460, 630, "go", null], [640, 1160, "on", null]]);
  assert.equal(shortly("1\n00:00:01,000 --> 00:00:02,000\nA\n", "engine")[0]![0], 1000);
  assert.equal(shortly("WEBVTT\n\n00:01.000 --> 00:02.000\nA\n", "engine")[0]![0], 1000);
  assert.deepEqual(shortly("[music]\nHello", "engine"), [[null, null, "[music]", null], [
    null,
    null,
    "Hello",
    null,
  ]]);
  assert.deepEqual(shortly("", "engine"), []);
});

Deno.test("cues that are written come back, and no text at all breaks a reader but with a sentence", () => {
  const cue = fc.record({
    start: fc.integer({ min: 0, max: 359_999_000 }),
    length: fc.integer({ min: 0, max: 9000 }),
    text: fc.array(fc.constantFrom("alpha", "beta", "gamma"), { minLength: 1, maxLength: 5 }).map((words) =>
      words.join(" ")
    ),
  });
  const time = (ms: number) =>
    [ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60].map((part) =>
      String(Math.floor(part)).padStart(2, "0")
    ).join(":") +
    `,${String(ms % 1000).padStart(3, "0")}`;
  fc.assert(fc.property(fc.array(cue, { minLength: 1 }), (cues) => {
    const srt = cues.map(({ start, length, text }, i) =>
      `${i + 1}\n${time(start)} --> ${time(start + length)}\n${text}\n`
    ).join("\n");
    assert.deepEqual(
      shortly(srt, "srt"),
      cues.map(({ start, length, text }) => [start, start + length, text, null]),
    );
  }));
  fc.assert(
    fc.property(fc.string(), fc.constantFrom("text", "srt", "vtt", "json", "engine"), (text, format) => {
      try {
        for (const { text: each } of readTranscript(text, format as TranscriptFormat)) {
          assert.notEqual(each.trim(), "");
        }
      } catch (error) {
        assert.ok(
          format !== "text" && format !== "engine" || error instanceof assert.AssertionError === false,
          String(error),
        );
        assert.match((error as Error).message, /^(?:it|no line)/);
      }
    }),
  );
});

Deno.test("doubt is marked by what was measured: silence, repetition, times behind the end, low confidence", () => {
  const segment = (
    text: string,
    startMs: number | null,
    endMs: number | null,
    confidence: number | null = null,
  ) => ({
    text,
    startMs,
    endMs,
    confidence,
    speaker: null,
  });
  const heard = { durationMs: 3000, spans: [[0, 1000]] as const };
  const flags = (...segments: ReturnType<typeof segment>[]) =>
    markDoubt(segments, heard).map(({ flags }) => flags);
  assert.deepEqual(flags(segment("a", 0, 900, 0.9), segment("b", 100, 900, 0.2)), [[], ["low_confidence"]]);
  assert.deepEqual(flags(segment("Thanks for watching", 1500, 2500)), [["over_silence"]]);
  assert.deepEqual(flags(segment("late", 3600, 4000)), [["outside_audio"]]);
  assert.deepEqual(flags(segment("thank you thank you thank you thank you", 0, 900)), [["repeated"]]);
  assert.deepEqual(flags(segment("no no no, that is another thing to say", 0, 900)), [[]]);
  assert.deepEqual(markDoubt([segment("text", null, null)], { durationMs: 3000, spans: [] })[0]!.flags, [
    "over_silence",
  ]);
});

Deno.test("an imported transcript keeps its times; one that is not what it says is refused and stores nothing", async () => {
  await using h = await harness();
  const { id } = await h.operator("POST /audio-sessions", {
    body: { kind: "transcription", source: "text" },
  });
  const path = `/audio-sessions/${id}/transcriptions`;
  const made = await h.json("POST", path, {
    mode: "import",
    format: "vtt",
    transcript: "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n",
  });
  assert.deepEqual([made.status, made.body.status, made.body.engine], [201, "completed", null]);
  assert.equal(made.body.segments[0].evidence.path, `audio/${id}#t=1,2`);
  const { head } = h.store;
  for (
    const body of [
      { mode: "import" },
      { mode: "import", transcript: "Hello", format: "vtt" },
      { mode: "import", transcript: "   " },
      { mode: "import", transcript: "x".repeat(2 * 1024 * 1024 + 1) },
      { mode: "local", transcript: "Hello" },
      { mode: "local", retryOf: made.body.id },
    ]
  ) assert.equal((await h.json("POST", path, body)).status, 400, JSON.stringify(body).slice(0, 80));
  assert.equal(h.store.head, head);
  const found = await h.operator("GET /audio-sessions", { query: { query: "hello" } });
  assert.deepEqual(found.map((session) => session.id), [id]);
  assert.deepEqual(await h.operator("GET /audio-sessions", { query: { query: "goodbye" } }), []);
});
