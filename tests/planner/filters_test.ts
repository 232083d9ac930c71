import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = new Date("2026-03-02T07:00:00Z");

Deno.test("a filter with an unknown value, or without what it filters, is refused and not an empty list", async () => {
  await using h = await harness({ now: () => NOW });
  await importFile(h, calendarFile([event({ uid: "a", title: "Review" })]));
  const status = async (path: string) => (await h.json("GET", `/planner/${path}`)).status;
  const refused: [string, number][] = [
    ["search", 400],
    ["search?q=review&itemTypes=zz", 400],
    ["search?q=review&itemTypes=event,zz", 400],
    ["search?q=review&sources=nope", 404],
    ["tasks?source=nope", 404],
    ["artifacts?source=home,nope", 404],
    ["artifacts?type=draft&source=nope", 404],
    ["meetings?source=nope", 404],
    ["time-off?source=nope", 404],
    ["refresh/pending?sources=nope", 404],
    ["export?sources=nope", 404],
    ["conflicts?kinds=zz", 400],
    ["conflicts?kinds=overlap,zz", 400],
    ["tasks?scheduled=maybe", 400],
    ["tasks?scheduled=yes&schedule=no", 400],
    ["tasks?due=tomorrow", 400],
    ["tasks?due=2026-03-02&dueFrom=2026-03-01", 400],
  ];
  for (const [path, code] of refused) assert.equal(await status(path), code, path);
  for (
    const path of [
      "search?q=review&itemTypes=event&sources=home,local",
      "artifacts?source=home",
      "search?q=",
      "conflicts?kinds=overlap",
    ]
  ) {
    assert.equal(await status(path), 200, path);
  }
});

Deno.test("tasks are filtered by their schedule and their due date, also by the names of the interface", async () => {
  await using h = await harness({ now: () => NOW });
  const add = (body: Record<string, unknown>) => h.operator("POST /planner/tasks", { body: body as never });
  const planned = await add({ title: "planned", due: { date: "2026-03-04" } });
  await add({ title: "open", due: "2026-03-05T10:00:00Z" });
  await h.operator("POST /planner/tasks/:id/schedule", {
    params: { id: planned.id },
    body: { start: "2026-03-03T10:00:00Z" },
  });
  const titles = async (query: Record<string, string>) =>
    (await h.operator("GET /planner/tasks", { query })).map(({ title }) => title);
  for (const name of ["scheduled", "schedule"]) {
    for (const yes of ["yes", "true"]) assert.deepEqual(await titles({ [name]: yes }), ["planned"]);
    for (const no of ["no", "false"]) assert.deepEqual(await titles({ [name]: no }), ["open"]);
  }
  assert.deepEqual(await titles({ due: "2026-03-04" }), ["planned"]);
  assert.deepEqual(await titles({ due: "2026-03-05" }), ["open"]);
  assert.deepEqual(await titles({ due: "2026-03-06" }), []);
});

Deno.test("unknown settings of the planner are named, at every depth", async () => {
  await using h = await harness();
  const ignored = async (body: unknown) => {
    const response = await h.json("POST", "/planner/settings", body);
    return [response.status, response.headers.get("x-agent-harness-ignored")];
  };
  assert.deepEqual(await ignored({ timezone: "Europe/Berlin" }), [200, "timezone"]);
  assert.deepEqual(await ignored({ identity: { nam: "Ann" }, ask: { model: "never", modell: 1 } }), [
    200,
    "identity.nam,ask.modell",
  ]);
  assert.deepEqual(await ignored({ timeZone: "Europe/Berlin" }), [200, null]);
  assert.equal((await ignored({ workingHours: { monday: [] } }))[0], 400);
});

Deno.test("an overdue task does not hide that more time is missing later", async () => {
  await using h = await harness({ now: () => NOW });
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC" } });
  const add = (title: string, date: string, estimateMinutes: number) =>
    h.operator("POST /planner/tasks", { body: { title, due: { date }, estimateMinutes } });
  const late = await add("Late", "2026-03-01", 30);
  const risks = async () =>
    (await h.operator("GET /planner/conflicts", { query: { kinds: "deadline_at_risk" } }))
      .map(({ severity, minutes, taskIds }) => [severity, minutes, taskIds]);
  assert.deepEqual(await risks(), [["critical", 30, [late.id]]], "the first and the worst are one");
  const big = await add("Big", "2026-03-03", 900);
  // Two working days of 480 minutes are free by then.
  assert.deepEqual(await risks(), [["critical", 30, [late.id]]]);
  const bigger = await add("Bigger", "2026-03-03", 300);
  assert.deepEqual((await risks()).toSorted(), [
    ["critical", 30, [late.id]],
    ["high", 270, [late.id, big.id, bigger.id]],
  ]);
});
