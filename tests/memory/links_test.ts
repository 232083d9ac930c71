import assert from "node:assert/strict";
import fc from "fast-check";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { record } from "../../services/ground/kernel/context.ts";
import { recordMemoryUse } from "../../services/knowledge/memory/use.ts";
import { erase } from "../../store/erase.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type Harness, harness } from "../harness.ts";
import { body } from "./memory_world.ts";

const RUNS = ["run_1", "run_2"] as const;

type Step =
  | { kind: "remember"; run: string | null; supersedes: number | null }
  | { kind: "archive" | "use"; record: number; run: string }
  | { kind: "erase"; run: string };

const nth = fc.nat({ max: 7 });
const run = fc.constantFrom(...RUNS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("remember" as const),
      run: fc.option(run),
      supersedes: fc.option(nth),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("archive" as const, "use" as const), record: nth, run }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("erase" as const), run }) },
);

async function take(h: Harness, each: Step, ids: string[]): Promise<void> {
  const ctx = contextFor(h.service, "system");
  const id = "record" in each ? ids[each.record] : undefined;
  switch (each.kind) {
    case "remember": {
      const supersedes = each.supersedes === null ? undefined : ids[each.supersedes];
      const source = each.run ? { kind: "run", id: each.run } : { kind: "user", id: "me" };
      const given = {
        ...body({ content: `The port is ${ids.length}.`, source }),
        ...(supersedes && { supersedes }),
      };
      const made = await h.json("POST", "/memory", given);
      if (made.status === 201) ids.push(made.body.id);
      return;
    }
    case "archive":
      if (id) await h.json("POST", `/memory/${id}/archive`);
      return;
    case "use":
      if (id && (await h.operator("GET /memory")).some((one) => one.id === id)) {
        await h.store.commit(() =>
          recordMemoryUse(ctx, { step: "plan", recordIds: [id], context: { runId: each.run } })
        );
      }
      return;
    case "erase":
      await h.store.commit(() => {
        const context = { runId: each.run };
        const [tombstone] = record(ctx, runStream, each.run, [{ type: "run.deleted", data: {} }], context);
        erase(h.store, { runId: each.run }, tombstone!.seq);
      });
  }
}

Deno.test("whatever is recorded, superseded, archived, used and erased: both ends of each link agree, and a rebuild too", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (steps) => {
      await using h = await harness();
      const ids: string[] = [];
      for (const each of steps) await take(h, each, ids);
      const records = new Map((await h.operator("GET /memory")).map((one) => [one.id, one]));
      for (const one of records.values()) {
        if (one.supersedes) assert.equal(records.get(one.supersedes)?.supersededBy, one.id);
        if (one.supersededBy) {
          assert.equal(records.get(one.supersededBy)?.supersedes, one.id);
          assert.equal(one.status, "archived");
        }
        if (one.status === "archived") assert.ok(one.supersededBy || one.archivedReason === "asked for");
        assert.equal(one.receipts.items.length, Math.min(5, one.receipts.total));
      }
      const active = await h.operator("GET /memory", { query: { status: "active", query: "port" } });
      assert.deepEqual(
        active.map(({ id }) => id),
        [...records.values()].filter(({ status }) => status === "active").map(({ id }) => id),
      );
      assert.deepEqual(h.rebuildDifferences(), []);
    }),
    { numRuns: 40 },
  );
});
