import assert from "node:assert/strict";
import { speech } from "../../audio/audio_world.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

const consent = { obtained: true, by: "the operator" };

const open = (probe: Prober, more: Record<string, unknown> = {}): Promise<Payload> =>
  probe.call("POST /audio-sessions", { body: { kind: "transcription", title: "A note", consent, ...more } });

const audio = () => ({ name: "note.wav", mediaType: "audio/wav", contentBase64: speech(1).toBase64() });

export default {
  "GET /audio-sessions": [
    promised(
      "connectors",
      "`status, kind, conversationId, runId, query, limit, offset`",
      async ({ call }, probe) => {
        const { id } = await open(probe, { title: "Porpoise talk" });
        assert.deepEqual((await call({ query: { query: "porpoise" } })).map((each: Payload) => each.id), [
          id,
        ]);
        assert.deepEqual(await call({ query: { query: "porpoise", status: "ended" } }), []);
      },
    ),
  ],
  "POST /audio-sessions": [
    promised(
      "connectors",
      "`source: microphone` or stored audio of people needs `consent.obtained: true`, else 400; text imports do not.",
      async ({ call, refused }) => {
        await refused(400, { body: { kind: "transcription", source: "microphone" } });
        assert.equal(
          (await call({ body: { kind: "transcription", source: "microphone", consent } })).status,
          "created",
        );
        await call({ body: { kind: "transcription", source: "text" } });
      },
    ),
  ],
  "GET /audio-sessions/:id": [
    promised("interface", "With events.", async ({ call }, probe) => {
      const { id } = await open(probe);
      assert.ok(Array.isArray((await call({ params: { id } })).events.items));
    }),
  ],
  "POST /audio-sessions/:id/events": [
    promised("connectors", "same `clientEventId` is stored once.", async ({ call }, probe) => {
      const { id } = await open(probe);
      const body = {
        kind: "transcript",
        type: "note",
        text: "hello",
        itemId: "item_1",
        clientEventId: "once",
      };
      await call({ params: { id }, body });
      const { events } = await call({ params: { id }, body });
      assert.equal(events.items.filter(({ text }: Payload) => text === "hello").length, 1);
    }),
  ],
  "POST /audio-sessions/:id/transcriptions": [
    promised(
      "connectors",
      "a failed or missing engine is 201 with `failed` or `unavailable`, the audio kept and the way to retry named.",
      async ({ call }, probe) => {
        const { id } = await open(probe);
        const { status } = await call({ params: { id }, body: { mode: "local", audio: audio() } });
        assert.ok(["queued", "unavailable", "failed"].includes(status), status);
        assert.equal(
          (await probe.call("GET /audio-sessions/:id", { params: { id } })).audio.state,
          "present",
        );
      },
    ),
  ],
  "POST /audio-sessions/:id/end": [
    promised("connectors", "details; twice: 200, and `erase` still works", async ({ call }, probe) => {
      const { id } = await open(probe);
      const first = await call({ params: { id }, body: { reason: "done" } });
      assert.equal(first.status, "ended");
      assert.equal((await call({ params: { id }, body: {} })).endedAt, first.endedAt);
      await call({ params: { id }, body: { erase: "all" } });
      await probe.row("POST /audio-sessions/:id/events").refused(400, {
        params: { id },
        body: { kind: "transcript", type: "note", text: "late", itemId: "item_2" },
      });
    }),
  ],
} satisfies PromisesOf;
