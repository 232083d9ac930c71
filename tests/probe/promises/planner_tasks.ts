import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

const make = (probe: Prober, title: string, more: Record<string, unknown> = {}): Promise<Payload> =>
  probe.call("POST /planner/tasks", { body: { title, ...more } });

const soon = () => new Date(Date.now() + 7_200_000).toISOString();

const ALL = "Bulk and reorder are all-or-nothing; repeated ids 400.";

export default {
  "GET /planner/tasks": [
    promised(
      "interface",
      "Filters: source, account, state, priority, schedule, due date, limit, offset.",
      async ({ call }, probe) => {
        const { id } = await make(probe, "Found by its priority", { priority: 7 });
        const ids = async (query: Record<string, string>) =>
          (await call({ query })).map((each: Payload) => each.id);
        assert.deepEqual(await ids({ priority: "7" }), [id]);
        assert.deepEqual(await ids({ priority: "7", state: "done" }), []);
        assert.deepEqual(await ids({ priority: "7", offset: "1" }), []);
      },
    ),
  ],
  "POST /planner/tasks": [
    promised(
      "planner",
      "only `title` required; `quickAdd?` (words) answers `parsed[{field, text, value}]`",
      async ({ call, refused }) => {
        assert.equal((await call({ body: { title: "Write it" } })).state, "open");
        const { parsed } = await call({ body: { quickAdd: "Send the report tomorrow" } });
        assert.ok(parsed.length > 0);
        await refused(400, { body: { content: "without a title" } });
      },
    ),
  ],
  "PATCH /planner/tasks/:id": [
    promised(
      "semantics",
      "`null` clears an optional field in retry and update bodies.",
      async ({ call }, probe) => {
        const { id } = await make(probe, "To be cleared", { estimateMinutes: 25, priority: 3 });
        const set = await call({ params: { id }, body: { estimateMinutes: null } });
        assert.deepEqual([set.estimateMinutes, set.priority], [null, 3]);
      },
    ),
  ],
  "PUT /planner/tasks/:id": [
    promised("interface", "Same contract as PATCH.", async ({ call, refused }, probe) => {
      const { id } = await make(probe, "To be changed", { estimateMinutes: 25 });
      const set = await call({ params: { id }, body: { priority: 2 } });
      assert.deepEqual([set.priority, set.title, set.estimateMinutes], [2, "To be changed", 25]);
      await refused(400, { params: { id }, body: { priority: 10 } });
    }),
  ],
  "DELETE /planner/tasks/:id": [
    promised("interface", "Archives.", async ({ call }, probe) => {
      const { id } = await make(probe, "To be archived");
      assert.equal((await call({ params: { id } })).state, "archived");
      assert.equal((await call({ params: { id } })).state, "archived");
    }),
  ],
  "POST /planner/tasks/:id/toggle": [
    promised("planner", "`completed?` (absent: flips), `at?`", async ({ call }, probe) => {
      const { id } = await make(probe, "To be toggled");
      assert.equal((await call({ params: { id }, body: {} })).state, "done");
      assert.equal((await call({ params: { id }, body: { completed: true } })).state, "done");
      assert.equal((await call({ params: { id }, body: {} })).state, "open");
    }),
  ],
  "POST /planner/tasks/:id/schedule": [
    promised("planner", "`start (null unschedules), end? or durationMinutes?", async ({ call }, probe) => {
      const { id } = await make(probe, "To be scheduled");
      const { scheduled } = await call({ params: { id }, body: { start: soon(), durationMinutes: 45 } });
      assert.equal(Date.parse(scheduled.end) - Date.parse(scheduled.start), 45 * 60_000);
      assert.equal((await call({ params: { id }, body: { start: null } })).scheduled, null);
    }),
  ],
  "POST /planner/tasks/reorder": [
    promised("planner", ALL, async ({ call, refused }, probe) => {
      const [a, b] = [await make(probe, "First"), await make(probe, "Second")];
      const moved = await call({ body: { ids: [b.id, a.id] } });
      const order = Object.fromEntries(moved.map((each: Payload) => [each.id, each.order]));
      assert.ok(order[b.id] < order[a.id]);
      await refused(400, { body: { ids: [a.id, a.id] } });
    }),
  ],
  "POST /planner/tasks/_bulk/toggle": [
    promised("planner", ALL, async ({ call, refused }, probe) => {
      const { id } = await make(probe, "One of many");
      await refused(400, { body: { ids: [id, id] } });
      await refused(404, { body: { ids: [id, "plt_ofnothing"], completed: true } });
      assert.equal((await call({ body: { ids: [id] } }))[0].state, "done");
    }),
  ],
  "POST /planner/tasks/_bulk/schedule": [
    promised("planner", ALL, async ({ call, refused }, probe) => {
      const { id } = await make(probe, "Another of many");
      const item = { id, start: soon() };
      await refused(400, { body: { items: [item, item] } });
      assert.ok((await call({ body: { items: [item] } }))[0].scheduled);
    }),
  ],
} satisfies PromisesOf;
