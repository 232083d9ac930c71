import assert from "node:assert/strict";
import { CASE_OUTCOMES } from "../../store/trials/document.ts";
import { harness } from "../harness.ts";
import { recordCompleted, recordStarted, WORKERS } from "./recorded.ts";

Deno.test("there is no verdict before all cases have ended, and it is the same from either side", async () => {
  await using h = await harness();
  const recorded = { root: "/repository", proved: 30, others: CASE_OUTCOMES.slice(1) };
  const show = (id: string) => h.operator("GET /trials/:id", { params: { id } });
  const open = await show((await recordStarted(h, recorded)).id);
  assert.deepEqual(open.result.pairs.map(({ verdict, p }) => [verdict, p]), [["unfinished", null]]);
  const one = await show(await recordCompleted(h, recorded));
  const other = await show(await recordCompleted(h, recorded, WORKERS.toReversed()));
  const [[first], [second]] = [one.result.pairs, other.result.pairs];
  assert.deepEqual([first!.verdict, second!.verdict, first!.p], ["second", "first", second!.p]);
  assert.equal(first!.sentence, second!.sentence);
  assert.deepEqual(one.dropped, {
    flaky: 1,
    leaking: 1,
    not_red: 1,
    not_green: 1,
    setup_failed: 1,
    unreadable: 1,
  });
  assert.equal((await h.operator("GET /trials", { query: { status: "running" } })).length, 1);
  assert.deepEqual(h.rebuildDifferences(), []);
});
