import assert from "node:assert/strict";
import { waitingRun } from "../scenes.ts";
import { hasFieldsOf } from "../stable_fields.ts";
import { promised, type PromisesOf } from "../promise.ts";
import { conversation, ofConversation as of } from "../conversation.ts";
import type { Payload } from "../prober.ts";

const MESSAGE = "`content, repoPath?, worker?, verifier?, runId?, taskSessionId?, attachmentIds?, metadata?`";
const CENTER =
  "active run summaries, task-session counts, blockers, pending approvals, recent failures, aggregate queue counts.";
const DETAILS =
  "title, status, origin, active run, event streams, pre-run checklist records, queued-run links, guidance links, status-report events.";
const NEWEST = "Lists without a cursor are newest first, ties by id.";

/** A list of what a conversation's requests became. */
const list = of("semantics", NEWEST, async (ask) => {
  const items = await ask();
  assert.ok(items.length > 0);
  const ids = items.map(({ id }: Payload) => id);
  assert.equal(new Set(ids).size, ids.length);
  const order = items.map(({ sequence }: Payload) => sequence);
  assert.deepEqual(order, order.toSorted((a: number, b: number) => b - a));
});

export default {
  "GET /coordinator/command-center": [
    promised("interface", CENTER, async ({ call }, probe) => {
      const run = await waitingRun(probe);
      const shown = await call();
      hasFieldsOf(CENTER, shown);
      assert.ok(shown.pendingApprovals.some(({ runId }: Payload) => runId === run.id));
    }),
  ],
  "GET /coordinator/conversations": [
    promised("semantics", NEWEST, async ({ call }, probe) => {
      await conversation(probe);
      const { id } = await probe.call("POST /coordinator/conversations", { body: {} });
      assert.equal((await call())[0].id, id);
    }),
  ],
  "POST /coordinator/conversations": [
    promised(
      "semantics",
      "`title?, origin?, activeRunId?, metadata?` (so `{}` is valid)",
      async ({ call }) => {
        assert.ok((await call({ body: {} })).id);
        const made = await call({ body: { title: "named", metadata: { a: "b" } } });
        assert.deepEqual([made.title, made.metadata], ["named", { a: "b" }]);
      },
    ),
  ],
  "GET /coordinator/conversations/:id": of("interface", DETAILS, async (ask, { runId }) => {
    const shown = await ask();
    hasFieldsOf(DETAILS, shown);
    assert.ok(shown.queuedRunLinks.some((link: Payload) => JSON.stringify(link).includes(runId)));
  }),
  "PATCH /coordinator/conversations/:id": of(
    "semantics",
    "`title?, status? (active, archived), activeRunId? (null clears), metadata?`",
    async (ask) => {
      const { activeRunId } = await ask({ body: { title: "renamed" } });
      assert.equal((await ask({ body: { activeRunId: null } })).activeRunId, null);
      assert.equal((await ask({ body: { activeRunId, status: "archived" } })).status, "archived");
      assert.deepEqual((({ status, title }) => [status, title])(await ask({ body: { status: "active" } })), [
        "active",
        "renamed",
      ]);
    },
  ),
  "GET /coordinator/conversations/:id/plans": list,
  "GET /coordinator/conversations/:id/artifact": of("interface", "artifact object", async (ask, { file }) => {
    assert.equal((await ask({ query: { path: file.path } })).content, "hello");
  }),
  "GET /coordinator/conversations/:id/design-docs": list,
  "GET /coordinator/conversations/:id/execution-graphs": list,
  "GET /coordinator/conversations/:id/turns": list,
  "GET /coordinator/conversations/:id/summary": of(
    "interface",
    "Creates or refreshes the summary memory record.",
    async (ask, made, probe) => {
      await probe.call("POST /coordinator/conversations/:id/summary", { params: { id: made.id } });
      assert.ok((await ask()).content);
    },
  ),
  "POST /coordinator/conversations/:id/summary": of(
    "interface",
    "Creates or refreshes the summary memory record.",
    async (ask, made, probe) => {
      const { conversationId, memoryRecordId } = await ask();
      assert.equal(conversationId, made.id);
      const records = await probe.call("GET /memory", { query: { type: "summary" } });
      assert.ok(records.some(({ id }: Payload) => id === memoryRecordId));
    },
  ),
  "POST /coordinator/conversations/:id/pre-run-checklist": of(
    "interface",
    "stored as a durable coordinator event.",
    async (ask, { id }, probe) => {
      const body = { content: "create x.md", repoPath: probe.repository.root };
      const { id: checklistId } = await ask({ body });
      const shown = await probe.call("GET /coordinator/conversations/:id", { params: { id } });
      assert.ok(shown.preRunChecklistRecords.some((each: Payload) => each.id === checklistId));
    },
  ),
  "POST /coordinator/conversations/:id/attachments": of(
    "semantics",
    "`files: [{ name, mediaType, contentBase64 }]`",
    async (ask) => {
      const files = [{ name: "b.txt", mediaType: "text/plain", contentBase64: btoa("bye") }];
      const [file] = await ask({ body: { files } });
      assert.deepEqual([file.name, file.size], ["b.txt", 3]);
    },
  ),
  "POST /coordinator/conversations/:id/events": [
    promised(
      "semantics",
      "`kind (user, coordinator, system), content, type?, data?`",
      async ({ call, refused }, probe) => {
        const params = { id: (await conversation(probe)).id };
        const { events } = await call({ params, body: { kind: "user", content: "noted" } });
        assert.ok(events.some(({ content }: Payload) => content === "noted"));
        await refused(400, { params, body: { kind: "somebody", content: "noted" } });
      },
    ),
  ],
  "POST /coordinator/conversations/:id/messages": [
    promised("semantics", MESSAGE, async ({ call, refused }, probe) => {
      const params = { id: (await conversation(probe)).id };
      const { turn, reply } = await call({ params, body: { content: "help" } });
      assert.equal(turn.message.content, "help");
      assert.ok(reply.length > 0);
      await refused(400, { params, body: {} });
    }),
  ],
  "POST /coordinator/conversations/:id/research-assets": of(
    "semantics",
    "`title, url?, mediaType?, content? or contentBase64?, summary?, tags?`",
    async (ask) => {
      const shown = await ask({ body: { title: "the page of the probe", url: "https://example.org/" } });
      assert.ok(JSON.stringify(shown).includes("the page of the probe"));
    },
  ),
} satisfies PromisesOf;
