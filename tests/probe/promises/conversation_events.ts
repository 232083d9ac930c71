import assert from "node:assert/strict";
import { conversation, ofConversation as of } from "../conversation.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload } from "../prober.ts";

export default {
  "GET /coordinator/conversations/:id/runtime-events": of(
    "interface",
    "Query `cursor`, `limit`; `cursor=latest` starts after the current tail.",
    async (ask) => {
      assert.equal((await ask({ query: { limit: "2" } })).length, 2);
      assert.deepEqual(await ask({ query: { cursor: "latest" } }), []);
    },
  ),
  "GET /coordinator/conversations/:id/runtime-events/stream": [
    ...of(
      "semantics",
      "SSE: `id` = sequence on durable frames only; `event` = type; `retry: 3000`; a comment every 15 s.",
      async (ask, { id }, probe) => {
        assert.match(await ask({ query: { cursor: "0" } }), /^retry: 3000$/m);
        const path = "/coordinator/conversations/:id/runtime-events";
        const listed = await probe.call(`GET ${path}`, { params: { id }, query: { limit: "3" } });
        const frames = await probe.framesOf(`${path.replace(":id", id)}/stream`, {
          query: { cursor: "0" },
          isLast: (frame) => frame.id === String(listed[2].sequence),
        });
        assert.deepEqual(
          frames.filter((frame) => frame.id !== undefined).map((frame) => [frame.id, frame.event]),
          listed.map(({ sequence, type }: Payload) => [String(sequence), type]),
        );
      },
    ),
    ...of("interface", "Live events of one conversation.", async (_, { id }, probe) => {
      const other = await probe.call("POST /coordinator/conversations", { body: { title: "another" } });
      const note = (id: string, content: string) =>
        probe.call("POST /coordinator/conversations/:id/events", {
          params: { id },
          body: { kind: "user", content },
        });
      const frames = await probe.framesOf(`/coordinator/conversations/${id}/runtime-events/stream`, {
        query: { cursor: "latest" },
        act: async () => {
          await note(other.id, "said elsewhere");
          await note(id, "said here");
        },
        isLast: ({ data = "" }) => data.includes("said here"),
      });
      assert.equal(JSON.stringify(frames).includes("said elsewhere"), false);
    }),
    promised(
      "semantics",
      "A cursor from the future, or malformed: 400.",
      async ({ refused }, probe) => {
        const params = { id: (await conversation(probe)).id };
        await refused(400, { params, query: { cursor: "999999999999" } });
        await refused(400, { params, query: { cursor: "x" } });
      },
    ),
  ],
} satisfies PromisesOf;
