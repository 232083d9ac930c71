import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

const record = (content: string, more: Record<string, unknown> = {}) => ({
  type: "decision",
  scope: "project",
  content,
  source: { kind: "user", id: "me" },
  ...more,
});

/** Candidates come of the summary of a conversation or of what a reviewer wrote. */
async function candidates(probe: Prober): Promise<Payload[]> {
  return await probe.once("candidates", async () => {
    for (const note of ["Always write British English in the guide.", "Never rename the public functions."]) {
      const run = await probe.settledRun(`create ${crypto.randomUUID()}.md with "x"`);
      await probe.call("POST /approvals/:id/reject", {
        params: { id: run.approvals[0].id },
        body: { actorType: "human", reviewerNote: note, disposition: "abandon" },
      });
    }
    return (await probe.call("POST /memory/maintenance", { body: {} })).extracted;
  });
}

const REACHED =
  "Asking for a state that is already reached is 200 and changes nothing (archive an archived record, resume a running run, cancel a finished one)";

export default {
  "GET /memory": [
    promised(
      "interface",
      "Memory list filters: query, type, scope, runId, conversationId, status.",
      async ({ call }, probe) => {
        const { id } = await probe.call("POST /memory", { body: record("Porpoises are filtered here") });
        const ids = async (query: Record<string, string>) =>
          (await call({ query })).map((each: Payload) => each.id);
        assert.deepEqual(await ids({ query: "porpoises" }), [id]);
        assert.deepEqual(await ids({ query: "porpoises", type: "fact" }), []);
        assert.deepEqual(await ids({ query: "porpoises", scope: "global" }), []);
        assert.deepEqual(await ids({ query: "porpoises", status: "archived" }), []);
      },
    ),
    promised("semantics", "Lists without a cursor are newest first, ties by id.", async ({ call }, probe) => {
      const first = await probe.call("POST /memory", { body: record("The order of the list, one") });
      const second = await probe.call("POST /memory", { body: record("The order of the list, two") });
      const ids = (await call()).map(({ id }: Payload) => id);
      assert.ok(ids.indexOf(second.id) < ids.indexOf(first.id));
    }),
  ],
  "POST /memory": [
    promised("semantics", "Required: type, scope, content, source.", async ({ call, refused }) => {
      const whole: Record<string, unknown> = record("The tests run with Deno");
      assert.equal((await call({ body: whole })).status, "active");
      for (const name of Object.keys(whole)) await refused(400, { body: { ...whole, [name]: undefined } });
    }),
    promised(
      "semantics",
      "These are what the service itself writes; any other non-empty string up to 64 characters is accepted.",
      async ({ call, refused }) => {
        assert.equal(
          (await call({ body: record("A rule of the house", { type: "house-rule" }) })).type,
          "house-rule",
        );
        await refused(400, { body: record("x", { type: "x".repeat(65) }) });
      },
    ),
  ],
  "POST /memory/:id/archive": [
    promised("semantics", REACHED, async ({ call }, probe) => {
      const { id } = await probe.call("POST /memory", { body: record("To be archived") });
      const first = await call({ params: { id } });
      assert.equal(first.status, "archived");
      assert.deepEqual(await call({ params: { id } }), first);
    }),
  ],
  "GET /memory/context-preview": [
    promised("interface", "Active records chosen for a conversation/run/task.", async ({ call }, probe) => {
      const kept = await probe.call("POST /memory", {
        body: record("Walruses are active", { scope: "global" }),
      });
      const gone = await probe.call("POST /memory", {
        body: record("Walruses are gone", { scope: "global" }),
      });
      await probe.call("POST /memory/:id/archive", { params: { id: gone.id } });
      const text = JSON.stringify(await call({ query: { query: "walruses" } }));
      assert.ok(text.includes(kept.id) && !text.includes(gone.id));
    }),
  ],
  "GET /memory/candidates": [
    promised("interface", "Filter pending, promoted or rejected.", async ({ call, refused }, probe) => {
      await candidates(probe);
      for (const status of ["pending", "promoted", "rejected"]) {
        assert.ok((await call({ query: { status } })).every((each: Payload) => each.status === status));
      }
      await refused(400, { query: { status: "other" } });
    }),
  ],
  "POST /memory/candidates/:id/promote": [
    promised("interface", "active memory record created", async ({ call }, probe) => {
      const [candidate] = await candidates(probe);
      const made = await call({ params: { id: candidate.id } });
      assert.equal(made.status, "active");
      assert.equal(
        (await probe.call("GET /memory/candidates", { query: { status: "promoted" } }))[0].id,
        candidate.id,
      );
    }),
  ],
  "POST /memory/candidates/:id/reject": [
    promised("interface", "remains auditable", async ({ call }, probe) => {
      const candidate = (await candidates(probe))[1];
      assert.equal((await call({ params: { id: candidate.id } })).status, "rejected");
      assert.equal((await call({ params: { id: candidate.id } })).status, "rejected");
      const rejected = await probe.call("GET /memory/candidates", { query: { status: "rejected" } });
      assert.ok(rejected.some(({ id }: Payload) => id === candidate.id));
    }),
    promised(
      "semantics",
      "400 is for moves that the interface conditions otherwise (pause a finished run, promote a rejected candidate).",
      async (_, probe) => {
        const [candidate] = await probe.call("GET /memory/candidates", { query: { status: "rejected" } });
        await probe.row("POST /memory/candidates/:id/promote").refused(400, { params: { id: candidate.id } });
      },
    ),
  ],
  "POST /memory/maintenance": [
    promised(
      "semantics",
      "`archiveStale? (false), promote? (false), staleAfterDays?, scope?`",
      async ({ call }, probe) => {
        const { id } = await probe.call("POST /memory", { body: record("Not archived by default") });
        await call({ body: { staleAfterDays: 1 } });
        const [kept] = (await probe.call("GET /memory", { query: { query: "archived by default" } }))
          .filter((each: Payload) => each.id === id);
        assert.equal(kept.status, "active");
      },
    ),
  ],
  "POST /memory/review": [
    promised("interface", "Non-destructive.", async ({ call }, probe) => {
      const before = await probe.call("GET /memory");
      assert.ok((await call({ body: {} })).id);
      assert.deepEqual(await probe.call("GET /memory"), before);
    }),
  ],
  "GET /memory/reviews": [
    promised("semantics", "Lists without a cursor are newest first, ties by id.", async ({ call }, probe) => {
      const made = await probe.call("POST /memory/review", { body: {} });
      assert.equal((await call())[0].id, made.id);
    }),
  ],
  "GET /memory/reviews/:id": [
    promised("semantics", "Every element of a list has its own `id`.", async ({ call }, probe) => {
      const made = await probe.call("POST /memory/review", { body: {} });
      assert.deepEqual(await call({ params: { id: made.id } }), made);
    }),
  ],
} satisfies PromisesOf;
