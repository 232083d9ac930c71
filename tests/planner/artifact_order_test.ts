import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendar, calendarFile, event, importFile, refresh } from "./planner_world.ts";

Deno.test("artifacts are listed newest first, and those of a range of dates by their time", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T07:00:00Z") });
  const first = [event({ uid: "late", start: "20260305T090000Z" })];
  const second = [event({ uid: "early", start: "20260303T090000Z" })];
  const third = [event({ uid: "between", start: "20260304T090000Z" })];
  const path = calendarFile(first);
  await importFile(h, path);
  for (const more of [[...first, ...second], [...first, ...second, ...third]]) {
    Deno.writeTextFileSync(path, calendar(more));
    await refresh(h);
  }
  const uids = async (query = {}) =>
    (await h.operator("GET /planner/artifacts", { query })).map(({ uid }) => uid);
  assert.deepEqual(await uids(), ["between", "early", "late"]);
  assert.deepEqual(await uids({ limit: "1", offset: "1" }), ["early"]);
  assert.deepEqual(await uids({ from: "2026-03-03", to: "2026-03-05" }), ["early", "between", "late"]);
});

Deno.test("meetings and time off are read page by page, too", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T07:00:00Z") });
  const lines = ["ATTENDEE:mailto:bob@work.example"];
  await importFile(
    h,
    calendarFile([
      ...[3, 4, 5].map((day) => event({ uid: `meeting ${day}`, start: `2026030${day}T090000Z`, lines })),
      ...[6, 7].map((day) => event({ uid: `away ${day}`, start: `2026030${day}`, title: "Vacation" })),
    ]),
  );
  for (
    const [path, uids] of [
      ["/planner/meetings", ["meeting 3", "meeting 4", "meeting 5"]],
      ["/planner/time-off", ["away 6", "away 7"]],
    ] as const
  ) {
    const page = async (query: string) =>
      (await h.json("GET", `${path}?${query}`)).body.map(({ uid }: { uid: string }) => uid);
    assert.deepEqual(await page(""), uids);
    assert.deepEqual(await page("limit=1&offset=1"), uids.slice(1, 2));
  }
});
