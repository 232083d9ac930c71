import assert from "node:assert/strict";
import { calendarFile, event } from "../../planner/planner_world.ts";
import { calendarOf } from "../calendar.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

const titles = (list: Payload[]) => list.map(({ title }) => title);

/** A conflict of the calendar. */
async function conflictOf(probe: Prober, at: number): Promise<Payload> {
  await calendarOf(probe);
  return (await probe.call("GET /planner/conflicts")).at(at);
}

export default {
  "GET /planner/artifacts": [
    promised(
      "interface",
      "Filters: source, account, status, type, priority, person, query, date, limit, offset.",
      async ({ call, refused }, probe) => {
        await calendarOf(probe);
        assert.equal((await call({ query: { source: "home" } })).length, 3);
        assert.deepEqual(titles(await call({ query: { query: "walrus" } })), ["Walrus review"]);
        assert.equal((await call({ query: { limit: "1", offset: "1" } })).length, 1);
        await refused(400, { query: { status: "nothing-of-that-kind" } });
      },
    ),
  ],
  "GET /planner/artifacts/:id": [
    promised(
      "planner",
      "its id is derived from the key, so it is the same after re-import.",
      async ({ call }, probe) => {
        const { id } = await calendarOf(probe);
        assert.equal((await call({ params: { id } })).title, "Porpoise review");
        await probe.call("POST /planner/refresh", { body: { full: true } });
        assert.equal((await call({ params: { id } })).id, id);
      },
    ),
  ],
  "POST /planner/artifacts/:id/classify": [
    promised("planner", "`label: null` returns to the rule", async ({ call }, probe) => {
      const { id } = await calendarOf(probe);
      const set = await call({ params: { id }, body: { label: "focus" } });
      assert.deepEqual([set.classification.label, set.classification.by], ["focus", "human"]);
      assert.equal((await call({ params: { id }, body: { label: null } })).classification.by, "rule");
    }),
  ],
  "POST /planner/artifacts/:id/rescrape": [
    promised(
      "planner",
      "direct fetches (research, rescrape) that fail upstream are 500 with a sentence",
      async ({ call, refused }, probe) => {
        const path = calendarFile([event({ uid: "gone", title: "Gone soon" })]);
        const sources = [{ id: "leaving", kind: "ics_file", path }];
        await probe.call("POST /planner/settings", { body: { sources } });
        await probe.call("POST /planner/refresh", { body: { sources: ["leaving"] } });
        const [{ id }] = await probe.call("GET /planner/artifacts", { query: { source: "leaving" } });
        assert.equal((await call({ params: { id } })).id, id);
        Deno.removeSync(path);
        assert.ok(await refused(500, { params: { id } }));
        await probe.call("POST /planner/settings", { body: { sources: [{ id: "leaving", remove: true }] } });
      },
    ),
  ],
  "GET /planner/time-off": [
    promised("planner", "Time-off = label time_off or holiday.", async ({ call }, probe) => {
      await calendarOf(probe);
      assert.deepEqual(titles(await call()), ["Vacation"]);
    }),
  ],
  "GET /planner/meetings": [
    promised(
      "planner",
      "Meetings = label meeting, not cancelled, not declined by me.",
      async ({ call }, probe) => {
        await calendarOf(probe);
        assert.deepEqual(titles(await call()).toSorted(), ["Porpoise review", "Walrus review"]);
      },
    ),
  ],
  "GET /planner/conflicts": [
    promised(
      "planner",
      "a firm or soft timed item shares ≥ 1 min with a time-off item",
      async ({ call }, probe) => {
        await calendarOf(probe);
        const kinds = (await call()).map(({ kind }: Payload) => kind);
        assert.ok(kinds.includes("time_off"), kinds.join());
      },
    ),
  ],
  "POST /planner/conflicts/:id/suppress": [
    promised("planner", "suppressed ones with `includeSuppressed=true`.", async ({ call }, probe) => {
      const { id } = await conflictOf(probe, 0);
      assert.equal((await call({ params: { id }, body: { reason: "meant" } })).conflictId, id);
      const ids = async (query = {}) =>
        (await probe.call("GET /planner/conflicts", { query })).map((each: Payload) => each.id);
      assert.equal((await ids()).includes(id), false);
      assert.ok((await ids({ includeSuppressed: "true" })).includes(id));
    }),
  ],
  "POST /planner/conflicts/:id/unsuppress": [
    promised("planner", "`conflictId, suppressed: false, removed[], at`", async ({ call }, probe) => {
      const { id } = await conflictOf(probe, -1);
      await probe.call("POST /planner/conflicts/:id/suppress", { params: { id }, body: {} });
      assert.equal((await call({ params: { id } })).suppressed, false);
      assert.ok((await probe.call("GET /planner/conflicts")).some((each: Payload) => each.id === id));
    }),
  ],
  "POST /planner/conflicts/by-artifact/:id/suppress": [
    promised("planner", "By-artifact acts on the present ones", async ({ call }, probe) => {
      const { id } = await calendarOf(probe);
      await call({ params: { id }, body: {} });
      const left = await probe.call("GET /planner/conflicts");
      assert.ok(left.every(({ artifactIds }: Payload) => !artifactIds.includes(id)));
    }),
  ],
} satisfies PromisesOf;
