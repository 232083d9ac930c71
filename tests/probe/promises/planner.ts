import assert from "node:assert/strict";
import { calendarOf } from "../calendar.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload } from "../prober.ts";

const titles = (list: Payload[]) => list.map(({ title }) => title);

export default {
  "POST /planner/refresh": [
    promised(
      "planner",
      "a declared source that fails is a `failed` refresh run, not a 500",
      async ({ call }, probe) => {
        await calendarOf(probe);
        const path = "/nowhere/at/all.ics";
        await probe.call("POST /planner/settings", {
          body: { sources: [{ id: "gone", kind: "ics_file", path }] },
        });
        const [run] = await call({ body: { sources: ["gone"] } });
        assert.equal(run.status, "failed");
        await probe.call("POST /planner/settings", { body: { sources: [{ id: "gone", remove: true }] } });
      },
    ),
  ],
  "GET /planner/refresh/pending": [
    promised("interface", "Source and date filters.", async ({ call }, probe) => {
      await calendarOf(probe);
      const counts = await call({ query: { sources: "home" } });
      assert.ok(counts.bySource.every(({ id }: Payload) => id === "home"));
    }),
  ],
  "GET /planner/settings": [
    promised(
      "planner",
      "`timeZone, weekStart, workingHours {mon..sun: [{start, end}]}",
      async ({ call }, probe) => {
        await calendarOf(probe);
        assert.equal((await call()).timeZone, "UTC");
      },
    ),
  ],
  "POST /planner/settings": [
    promised(
      "planner",
      "(POST is a merge: absent keeps, null clears, `sources` by id, `remove: true`)",
      async ({ call }, probe) => {
        await calendarOf(probe);
        const set = await call({ body: { bufferMinutes: 5 } });
        assert.deepEqual([set.bufferMinutes, set.timeZone, set.sources.length], [5, "UTC", 1]);
        assert.equal((await call({ body: { bufferMinutes: null } })).bufferMinutes, 0);
      },
    ),
  ],
  "GET /planner/retrieval/status": [
    promised(
      "planner",
      "`backend (fts5, none), state (not_configured, stopped, building, ready, stale, failed), configured, indexed {}, waiting, indexSequence, behind, builtAt, sizeBytes, lastError, howTo`",
      async ({ call }) => assert.equal((await call()).backend, "fts5"),
    ),
  ],
  "POST /planner/retrieval/start": [
    promised(
      "interface",
      "Starts the local search-index backend when configured.",
      async ({ call }, probe) => {
        await calendarOf(probe);
        assert.equal((await call()).state, "ready");
      },
    ),
  ],
  "GET /planner/sources/registry": [
    promised(
      "planner",
      "`id, kind, label, configured, itemTypes[], auth (none, basic, bearer, oauth), can {read, write, incremental, delete, tasks, events, invitations}, needs[] (sentences), limits`",
      async ({ call }) => {
        const kinds = (await call()).map(({ kind }: Payload) => kind);
        for (const kind of ["ics_file", "ics_url", "caldav", "markdown", "google"]) {
          assert.ok(kinds.includes(kind), kind);
        }
      },
    ),
  ],
  "GET /planner/sources/status": [
    promised(
      "planner",
      "state (ok, stale, error, auth_required, disabled, never)",
      async ({ call }, probe) => {
        await calendarOf(probe);
        assert.equal((await call()).find(({ id }: Payload) => id === "home").state, "ok");
      },
    ),
  ],
  "GET /planner/search": [
    promised(
      "planner",
      "FTS input is always quoted terms; no operator reaches SQLite.",
      async ({ call }, probe) => {
        await calendarOf(probe);
        assert.ok(titles(await call({ query: { query: "porpoise" } })).includes("Porpoise review"));
        for (const query of ['"', "a OR b", "NEAR(a b)", "title:x*", "-"]) await call({ query: { query } });
      },
    ),
  ],
  "POST /planner/ask": [
    promised(
      "planner",
      "A sentence stays only if each citation's `quote` occurs verbatim in that record",
      async ({ call }, probe) => {
        await calendarOf(probe);
        const { status, sentences, citations } = await call({
          body: { question: "What do I have tomorrow?" },
        });
        assert.equal(status, "answered");
        assert.ok(sentences.length > 0 && citations.length > 0);
        for (const { artifactId, quote } of citations) {
          const record = await probe.call("GET /planner/artifacts/:id", { params: { id: artifactId } });
          assert.ok(JSON.stringify(record).includes(JSON.stringify(quote).slice(1, -1)), quote);
        }
      },
    ),
  ],
  "POST /planner/ask/stream": [
    promised(
      "planner",
      "events `ask.started, ask.retrieved, ask.sentence` (only verified ones)",
      async ({ call }, probe) => {
        await calendarOf(probe);
        assert.match(await call({ body: { question: "Am I free tomorrow?" } }), /ask\.started/);
      },
    ),
  ],
} satisfies PromisesOf;
