import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendar, calendarFile, event, importFile, refresh } from "./planner_world.ts";

const NOW = new Date("2026-03-02T07:00:00Z");

const journal = (uid: string, lines: readonly string[]): string =>
  ["BEGIN:VJOURNAL", `UID:${uid}`, "DTSTAMP:20260101T000000Z", ...lines, "END:VJOURNAL"].join("\r\n");

const ORCHARD = journal("orchard", [
  "SUMMARY:Orchard",
  "DESCRIPTION:The quinces were picked by the whole team.",
  "DTSTART;VALUE=DATE:20260303",
  "CATEGORIES:garden",
  "STATUS:FINAL",
]);

Deno.test("a journal of a calendar is a note: it is listed and found, and takes no time", async () => {
  await using h = await harness({ now: () => NOW });
  const path = calendarFile([
    ORCHARD,
    journal("loose", ["SUMMARY:Loose thought"]),
    event({ uid: "a", start: "20260303T090000Z", title: "Review" }),
  ]);
  const run = await importFile(h, path, { workingHours: {} });
  assert.deepEqual([run.status, run.counts.added, run.errors], ["completed", 3, []]);
  const notes = await h.operator("GET /planner/artifacts", { query: { type: "note" } });
  const note = notes.find(({ uid }) => uid === "orchard")!;
  assert.deepEqual(notes.map(({ uid }) => uid).toSorted(), ["loose", "orchard"]);
  assert.deepEqual(
    [note.itemType, note.status, note.start?.local, note.end, note.tags, note.classification.reasons],
    ["note", "active", "2026-03-03", null, ["garden"], ["It is a note."]],
  );
  const search = async (query: object) =>
    (await h.operator("GET /planner/search", { query: { query: "quinces", ...query } })).map((hit) => [
      hit.itemType,
      hit.title,
    ]);
  assert.deepEqual(await search({}), [["note", "Orchard"]]);
  assert.deepEqual(await search({ itemTypes: "note" }), [["note", "Orchard"]]);
  assert.deepEqual(await search({ itemTypes: "event,task" }), []);
  const kinds = (await h.operator("GET /planner/conflicts")).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["outside_hours"], "the note has no hours");
  const { bySource } = await h.operator("GET /planner/refresh/pending");
  assert.equal(bySource.find(({ id }) => id === "home")!.toClassify, 0);
  const { indexed } = await h.operator("GET /planner/retrieval/status");
  assert.deepEqual(indexed, { events: 1, notes: 2, tasks: 0 });
  const { sentences } = await h.operator("POST /planner/ask", {
    body: { question: "Who picked the quinces?" },
  });
  assert.deepEqual(sentences.map(({ text }) => text), ["The quinces were picked by the whole team."]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a note cannot be planned as an event, and goes with its source's", async () => {
  await using h = await harness({ now: () => NOW });
  const path = calendarFile([ORCHARD]);
  await importFile(h, path);
  const [note] = await h.operator("GET /planner/artifacts", { query: { type: "note" } });
  const plan = await h.json("POST", "/planner/calendar-actions", { action: "cancel", artifactId: note!.id });
  assert.equal(plan.status, 400);
  Deno.writeTextFileSync(path, calendar([]));
  await refresh(h, { full: true });
  assert.deepEqual(await h.operator("GET /planner/artifacts", { query: { type: "note" } }), []);
  assert.deepEqual(await h.operator("GET /planner/search", { query: { query: "quinces" } }), []);
});
