import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { longestTurn } from "../kit/longest_turn.ts";
import { calendar, calendarFile, event, importFile } from "./planner_world.ts";

const search = (h: Harness, q: string, more: Record<string, string> = {}) =>
  h.operator("GET /planner/search", { query: { q, ...more } });

Deno.test("search finds words without their accents and beginnings, ranks titles first and marks what it found", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T07:00:00Z") });
  const long = `${"word ".repeat(40)}the code of the Café is 4711, ${"and ".repeat(40)}more`;
  await importFile(
    h,
    calendarFile([
      event({ uid: "cafe", title: "Café with Ännchen", start: "20260303T090000Z" }),
      event({ uid: "long", title: "Notes", lines: [`DESCRIPTION:${long}`], start: "20260304T090000Z" }),
      event({ uid: "none", title: "Lunch", start: "20260305T090000Z" }),
    ]),
  );
  await h.operator("POST /planner/tasks", { body: { title: "Pay the cafe", tags: ["bills"] } });
  const marked = (hit: Awaited<ReturnType<typeof search>>[number]) =>
    hit.highlights.map(([from, to]) => hit.snippet.slice(from, to));
  const hits = await search(h, "cafe");
  assert.deepEqual(hits.map(({ title }) => title).sort(), ["Café with Ännchen", "Notes", "Pay the cafe"]);
  assert.equal(hits.at(-1)!.title, "Notes", "a word in a title counts most");
  assert.deepEqual(hits.map(marked).flat().sort(), ["Café", "Café", "cafe"]);
  const notes = hits.at(-1)!;
  assert.deepEqual(notes.matchedFields, ["content"]);
  assert.match(notes.snippet, /^….*code of the Café is 4711.*…$/);
  assert.deepEqual((await search(h, "ann")).map(marked), [["Ännchen"]]);
  assert.deepEqual((await search(h, '"of the Café"')).map(marked), [["of the Café"]]);
  assert.deepEqual((await search(h, "bills")).map(({ matchedFields }) => matchedFields), [["tags"]]);
  assert.deepEqual((await search(h, "cafe", { itemTypes: "task" })).map(({ title }) => title), [
    "Pay the cafe",
  ]);
  assert.equal((await search(h, "cafe", { itemTypes: "event" })).length, 2);
  assert.deepEqual((await search(h, "cafe", { sources: "local" })).map(({ title }) => title), [
    "Pay the cafe",
  ]);
  const third = await search(h, "cafe", { from: "2026-03-03", to: "2026-03-03" });
  assert.deepEqual(third.map(({ title }) => title), ["Café with Ännchen"]);
  for (const words of ['"', "cafe OR lunch", "title:cafe", "NEAR(", "-cafe", "*"]) await search(h, words);
  const [one] = await search(h, "4711", { includeDiagnostics: "true" });
  assert.ok(one!.diagnostics!.bm25 < 0 && one!.diagnostics!.terms.length === 1);
});

Deno.test("a word that all sources have is found in the sources that are meant, old or new, and in nothing else", async () => {
  await using h = await harness();
  const paths = ["a", "b", "c"].map((name) =>
    calendarFile([0, 1, 2].map((n) => event({ uid: `${name}${n}`, title: `review ${name}${n}` })))
  );
  const sources = paths.map((path, i) => ({ id: "abc"[i]!, kind: "ics_file" as const, path }));
  await h.operator("POST /planner/settings", { body: { sources } });
  await h.operator("POST /planner/refresh", { body: {} });
  Deno.writeTextFileSync(
    paths[0]!,
    calendar([0, 1, 3].map((n) => event({ uid: `a${n}`, title: `review a${n}` }))),
  );
  await h.operator("POST /planner/refresh", { body: {} });
  await h.operator("POST /planner/tasks", { body: { title: "review the rest" } });
  const titles = async (sources: string) =>
    (await search(h, "review", { sources })).map(({ title }) => title.slice(7)).sort();
  assert.deepEqual(await titles("a"), ["a0", "a1", "a3"]);
  assert.deepEqual(await titles("b"), ["b0", "b1", "b2"]);
  assert.deepEqual(await titles("c,local"), ["c0", "c1", "c2", "the rest"]);
});

Deno.test("others are answered while the words of many long texts are found", async () => {
  await using h = await harness();
  const content = "a review of what was written ".repeat(280).slice(0, 8192);
  for (let i = 0; i < 100; i++) {
    await h.operator("POST /planner/tasks", { body: { title: `Review ${i}`, content } });
  }
  const { own, used } = await longestTurn(async () => {
    assert.equal((await search(h, "review", { limit: "1000" })).length, 100);
  });
  assert.ok(own < used / 2, `the longest turn took ${own} of ${used} ms`);
});
