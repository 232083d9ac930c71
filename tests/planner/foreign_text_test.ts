import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendar, calendarFile, event, importFile } from "./planner_world.ts";

Deno.test("a line that is folded between two bytes of a character keeps it", async () => {
  await using h = await harness();
  const path = calendarFile([]);
  const text = calendar([event({ uid: "a", title: "Gänse 🦆 füttern" })]);
  const bytes = new TextEncoder().encode(text);
  const folded = [...bytes].flatMap((byte) => (byte & 0xc0) === 0x80 ? [0x0d, 0x0a, 0x20, byte] : [byte]);
  Deno.writeFileSync(path, Uint8Array.from(folded));
  const run = await importFile(h, path);
  assert.deepEqual([run.status, run.errors], ["completed", []]);
  assert.deepEqual((await h.operator("GET /planner/artifacts")).map(({ title }) => title), [
    "Gänse 🦆 füttern",
  ]);
});

Deno.test("only a fence of the same kind ends a block of code in Markdown", async () => {
  await using h = await harness();
  const lines = [
    "- [ ] First",
    ...["```md", "- [ ] not a task", "~~~", "- [ ] nor this", "```"],
    "- [ ] Second",
    "```just code``` in a line",
    "- [ ] Third",
    ...["~~~~", "- [ ] not a task", "~~~", "```", "- [ ] nor this", "~~~~"],
    "- [ ] Fourth",
    ...["```", "- [ ] not ended"],
  ];
  const path = calendarFile([], lines.join("\n"));
  await h.operator("POST /planner/settings", {
    body: { sources: [{ id: "notes", kind: "markdown", path }] },
  });
  await h.operator("POST /planner/refresh", { body: {} });
  const tasks = await h.operator("GET /planner/tasks");
  assert.deepEqual(tasks.map(({ title }) => title).sort(), ["First", "Fourth", "Second", "Third"]);
});

Deno.test("days away are known by words that begin or end with an accent, and not by parts of words", async () => {
  await using h = await harness();
  const titles = ["Jour férié", "Congé", "Urlaub", "Absentéisme: atelier", "Freiéjour"];
  await importFile(
    h,
    calendarFile(titles.map((title, n) => event({ uid: `${n}`, start: `2026030${n + 2}`, title }))),
  );
  const artifacts = await h.operator("GET /planner/artifacts");
  const away = artifacts.filter(({ classification }) => classification.label === "time_off");
  assert.deepEqual(away.map(({ title }) => title).toSorted(), ["Congé", "Jour férié", "Urlaub"]);
});

Deno.test("events are found by a person also if no one organizes them, and not by the words of their record", async () => {
  await using h = await harness();
  await importFile(
    h,
    calendarFile([
      event({ uid: "a", title: "With Bob", lines: ["ATTENDEE;CN=Bob Roe:mailto:bob@work.example"] }),
      event({ uid: "b", title: "By Eve", lines: ["ORGANIZER;CN=Eve:mailto:eve@work.example"] }),
    ]),
  );
  const found = async (person: string) =>
    (await h.operator("GET /planner/artifacts", { query: { person } })).map(({ title }) => title).sort();
  assert.deepEqual(await found("roe"), ["With Bob"]);
  assert.deepEqual(await found("EVE@work"), ["By Eve"]);
  assert.deepEqual(await found("work.example"), ["By Eve", "With Bob"]);
  assert.deepEqual(await found("partstat"), []);
});
