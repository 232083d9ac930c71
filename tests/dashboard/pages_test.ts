import assert from "node:assert/strict";
import { PAGES } from "../../ui/pages.ts";
import { createOverview } from "../../ui/shell/overview.ts";
import { createPlaces } from "../../ui/shell/places.ts";
import { harness } from "../harness.ts";

Deno.test("pages have unique paths, chords and prefixes", () => {
  for (const key of ["path", "chord", "shows"] as const) {
    const given = PAGES.flatMap((page) => page[key] ?? []);
    assert.deepEqual(given, [...new Set(given)], key);
  }
});

Deno.test("each badge of a page is one of the counts of the overview", async () => {
  await using h = await harness();
  const overview = createOverview(h.operator);
  await overview.refresh();
  const badges = PAGES.flatMap(({ badge }) => badge ?? []);
  assert.ok(badges.length > 0);
  assert.deepEqual(badges.filter((badge) => overview.counts.value[badge] === undefined), []);
});

Deno.test("an id leads to the page with its prefix, escaped; an unknown one to none", () => {
  const places = createPlaces(PAGES);
  assert.deepEqual(places.find("run_1/../x"), { href: "/dashboard/runs/run_1%2F..%2Fx", title: "Run" });
  assert.equal(places.pathOf("mem_1$&"), "/dashboard/memory?status=any&record=mem_1%24%26");
  assert.equal(places.find("memcand_1"), null);
  assert.equal(places.find("runs"), null);
  assert.equal(places.pathOf("workers", null), "/dashboard");
  assert.equal(places.pathOf("notice_1", "run_1"), "/dashboard/runs/run_1");
});
