import assert from "node:assert/strict";
import fc from "fast-check";
import type { AudioEvent } from "../../store/audio/document.ts";
import { mergeEvents } from "../../services/conversation/audio/transcript/merge.ts";
import type { AudioEventInput } from "../../services/conversation/audio/event_schemas.ts";
import { harness } from "../harness.ts";

const OF_INPUT = "conversation.item.input_audio_transcription";
const said = (name: string, itemId: string, more: Partial<AudioEventInput>): AudioEventInput => ({
  kind: "transcript",
  type: `${OF_INPUT}.${name}`,
  itemId,
  ...more,
});

Deno.test("live events are merged by item: completed takes the place of deltas, order is that of first appearance", async () => {
  await using h = await harness();
  const { id } = await h.operator("POST /audio-sessions", { body: { kind: "realtime" } });
  const append = (events: AudioEventInput[]) =>
    h.operator("POST /audio-sessions/:id/events", { params: { id }, body: { events } });
  await append([
    { kind: "status", type: "input_audio_buffer.speech_started" },
    said("delta", "a", { delta: "Hel" }),
    said("delta", "b", { delta: "wor" }),
    said("delta", "a", { delta: "lo" }),
  ]);
  const half = await append([said("delta", "b", { delta: "ld" })]);
  assert.equal(half.transcript.text, "Hello\nworld".replace("\n", " "));
  const whole = await append([
    said("completed", "a", { text: "Hello there.", startMs: 0, endMs: 900, speaker: "Ann" }),
    said("delta", "c", { delta: "noise" }),
    said("failed", "c", {}),
  ]);
  assert.deepEqual(whole.transcript.segments.map(({ text, speaker }) => [text, speaker]), [
    ["Hello there.", "Ann"],
    ["world", null],
  ]);
  assert.equal(whole.events.total, 8);
  assert.equal(whole.source, "stream");
  const [stored] = h.store.events.after(0, 100).filter(({ type }) => type === "audio_text.events_appended");
  assert.equal(stored!.stream, `audio_text/${id}`);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an event with a clientEventId is stored once, in one call and in several", async () => {
  await using h = await harness();
  const { id } = await h.operator("POST /audio-sessions", { body: { kind: "realtime" } });
  const event = { ...said("delta", "a", { delta: "once" }), clientEventId: "e1" };
  const append = (body: { events: AudioEventInput[] } | AudioEventInput) =>
    h.operator("POST /audio-sessions/:id/events", { params: { id }, body });
  await append({ events: [event, event] });
  const { events, transcript } = await append(event);
  assert.equal(events.total, 1);
  assert.equal(transcript.text, "once");
});

Deno.test("an ended session takes no events, and what is wrong changes nothing", async () => {
  await using h = await harness();
  const { id } = await h.operator("POST /audio-sessions", { body: { kind: "realtime" } });
  const path = `/audio-sessions/${id}/events`;
  const { head } = h.store;
  const event = said("delta", "a", { delta: "x" });
  for (
    const body of [{}, { events: [] }, { ...event, type: "x".repeat(65) }, {
      ...event,
      text: "x".repeat(9000),
    }]
  ) {
    assert.equal((await h.json("POST", path, body)).status, 400);
  }
  assert.equal((await h.json("POST", path, { events: Array(101).fill(event) })).status, 400);
  assert.equal(h.store.head, head);
  await h.operator("POST /audio-sessions/:id/end", { params: { id }, body: { reason: "done" } });
  const again = await h.operator("POST /audio-sessions/:id/end", { params: { id }, body: {} });
  assert.deepEqual([again.status, again.endReason], ["ended", "done"]);
  const late = await h.json("POST", path, event);
  assert.equal(late.status, 400);
  assert.match(late.body.error, /has ended/);
});

const eventArbitrary = fc.record({
  type: fc.constantFrom("delta", "completed", "failed", "segment").map((name) => `${OF_INPUT}.${name}`),
  kind: fc.constantFrom("transcript" as const, "status" as const, "error" as const),
  itemId: fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }),
  text: fc.option(fc.string(), { nil: undefined }),
  delta: fc.option(fc.string(), { nil: undefined }),
});

Deno.test("merging gives the same whatever the order in which events are handed over, and never a word of a failed item", () => {
  fc.assert(
    fc.property(fc.array(eventArbitrary, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (drawn, random) => {
      const events = drawn.map((event, i) => ({ ...event, id: `${i}`, sequence: i + 1 }) as AudioEvent);
      const shuffled = events.map((event) => [random.next().value, event] as const).sort(([a], [b]) => a - b)
        .map(([, event]) => event);
      const merged = mergeEvents(events);
      assert.deepEqual(mergeEvents(shuffled), merged);
      const failed = new Set(
        events.filter(({ kind, type }) =>
          kind === "error" || (kind === "transcript" && type.endsWith(".failed"))
        )
          .flatMap(({ itemId }) => itemId ?? []),
      );
      assert.ok(merged.every(({ id }) => !failed.has(id.split(".")[0]!)));
    }),
  );
});
