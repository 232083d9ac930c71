import assert from "node:assert/strict";
import fc from "fast-check";
import { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { calendar, calendarFile, event, importFile, refresh } from "./planner_world.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = new Date("2026-03-02T07:00:00Z");

/** What a test does, each to one of a few tasks or events. */
type Step =
  | { do: "create" | "change"; at: number; day: number; minutes: number }
  | { do: "toggle" | "archive" | "unschedule" | "classify"; at: number }
  | { do: "schedule" | "refuse" | "event"; at: number; hour: number }
  | { do: "import"; events: number[]; todos: number[] }
  | { do: "erase"; again: boolean }
  | { do: "settings"; minutes: number; zone: string };

const at = fc.nat(5);
const day = fc.integer({ min: -1, max: 6 });
const minutes = fc.constantFrom(30, 240, 900);
const hour = fc.integer({ min: 8, max: 11 });
const STEPS: { readonly [Kind in Step["do"]]: fc.Arbitrary<Step> } = {
  create: fc.record({ do: fc.constant("create" as const), at, day, minutes }),
  change: fc.record({ do: fc.constant("change" as const), at, day, minutes }),
  toggle: fc.record({ do: fc.constant("toggle" as const), at }),
  archive: fc.record({ do: fc.constant("archive" as const), at }),
  schedule: fc.record({ do: fc.constant("schedule" as const), at, hour }),
  unschedule: fc.record({ do: fc.constant("unschedule" as const), at }),
  refuse: fc.record({ do: fc.constant("refuse" as const), at, hour }),
  classify: fc.record({ do: fc.constant("classify" as const), at }),
  event: fc.record({ do: fc.constant("event" as const), at, hour }),
  import: fc.record({
    do: fc.constant("import" as const),
    events: fc.array(hour, { minLength: 2, maxLength: 4 }),
    todos: fc.array(day, { maxLength: 3 }),
  }),
  erase: fc.record({ do: fc.constant("erase" as const), again: fc.boolean() }),
  settings: fc.record({
    do: fc.constant("settings" as const),
    minutes,
    zone: fc.constantFrom("UTC", "Asia/Tokyo", "America/New_York"),
  }),
};

const dueIn = (days: number): string =>
  new Date(NOW.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const atHour = (hour: number): string => `2026-03-03T${String(hour).padStart(2, "0")}:00:00Z`;
const compact = (time: string): string => time.replaceAll(/[-:]/g, "");

const todo = (days: number, n: number): string =>
  [
    ...["BEGIN:VTODO", `UID:t${n}`, "DTSTAMP:20260101T000000Z", `SUMMARY:todo ${n}`],
    ...[`DUE;VALUE=DATE:${compact(dueIn(days))}`, "END:VTODO"],
  ].join("\r\n");

async function perform(h: Harness, path: string, step: Step): Promise<void> {
  const tasks = await h.operator("GET /planner/tasks", { query: { state: "any" } });
  const own = tasks.filter(({ state }) => state !== "archived");
  const params = "at" in step && own.length > 0 ? { id: own[step.at % own.length]!.id } : null;
  switch (step.do) {
    case "create": {
      const body = { title: `task ${step.at}`, due: dueIn(step.day), estimateMinutes: step.minutes };
      return void await h.operator("POST /planner/tasks", { body });
    }
    case "import": {
      const events = step.events.map((hour, n) => event({ uid: `e${n}`, start: compact(atHour(hour)) }));
      Deno.writeTextFileSync(path, calendar([...events, ...step.todos.map(todo)]));
      return void await refresh(h, { full: true });
    }
    case "erase": {
      const known = (await h.operator("GET /planner/settings")).sources.length > 0;
      if (known) {
        await h.operator("POST /planner/settings", { body: { sources: [{ id: "home", remove: true }] } });
        await shown(h);
      }
      if (!step.again) return;
      const source = { id: "home", kind: "ics_file" as const, path };
      await h.operator("POST /planner/settings", { body: { sources: [source] } });
      return void await refresh(h);
    }
    case "settings": {
      const body = { timeZone: step.zone, defaultDurationMinutes: Math.min(step.minutes, 480) };
      return void await h.operator("POST /planner/settings", { body });
    }
    case "event": {
      const body = { title: `event ${step.at}`, start: atHour(step.hour), end: atHour(step.hour + 1) };
      return void await h.operator("POST /planner/calendar-events/create", { body });
    }
    case "classify": {
      const events = await h.operator("GET /planner/artifacts", { query: { type: "event" } });
      const one = events[step.at % (events.length || 1)];
      if (one === undefined) return;
      const label = step.at % 2 === 0 ? "time_off" as const : null;
      return void await h.operator("POST /planner/artifacts/:id/classify", {
        params: { id: one.id },
        body: { label },
      });
    }
  }
  if (params === null) return;
  switch (step.do) {
    case "change": {
      const body = {
        due: step.at % 2 ? null : dueIn(step.day),
        estimateMinutes: step.minutes,
        priority: step.at,
      };
      return void await h.operator("PATCH /planner/tasks/:id", { params, body });
    }
    case "toggle":
      return void await h.operator("POST /planner/tasks/:id/toggle", { params, body: {} });
    case "archive":
      return void await h.operator("DELETE /planner/tasks/:id", { params });
    case "unschedule":
      return void await h.operator("POST /planner/tasks/:id/schedule", { params, body: { start: null } });
    case "schedule":
      return void await h.operator("POST /planner/tasks/:id/schedule", {
        params,
        body: { start: atHour(step.hour) },
      });
    case "refuse": {
      // The first gets its time, the second is refused, and both are undone. A task that is done would take no time.
      const open = own.filter(({ state }) => state === "open");
      if (open.length < 2) return;
      const items = [step.at, step.at + 1].map((at) => open[at % open.length]!)
        .map(({ id }) => ({ id, start: atHour(step.hour), strict: true }));
      const { status } = await h.json("POST", "/planner/tasks/_bulk/schedule", { items });
      assert.equal(status, 400);
    }
  }
}

async function shown(h: Harness) {
  const query = { limit: "400" };
  const day = { from: "2026-03-03", to: "2026-03-04" };
  return [
    await h.operator("GET /planner/conflicts", { query }),
    await h.operator("GET /planner/conflicts", { query: { ...query, ...day } }),
    (await h.operator("GET /planner/tasks", { query: { state: "any" } })).map(({ id, conflictIds }) => [
      id,
      conflictIds,
    ]),
    (await h.operator("GET /planner/artifacts")).map(({ id, conflictIds }) => [id, conflictIds]),
  ];
}

for (const [name, last] of Object.entries(STEPS)) {
  Deno.test(`after a step "${name}" the conflicts are those of a service that has just started`, async () => {
    const steps = fc.tuple(fc.array(fc.oneof(...Object.values(STEPS)), { maxLength: 6 }), last);
    await fc.assert(
      fc.asyncProperty(steps, async ([earlier, last]) => {
        const directory = temporaryDirectory();
        const path = calendarFile([]);
        const h = await Harness.open({ now: () => NOW }, directory);
        await importFile(h, path, {
          workingHours: { mon: WORK, tue: WORK, wed: WORK, thu: WORK, fri: WORK },
        });
        for (const each of [...GIVEN, ...earlier, last]) {
          await perform(h, path, each);
          await shown(h);
        }
        const answers = await shown(h);
        await h.close();
        await using other = await Harness.open({ now: () => NOW }, directory);
        assert.deepEqual(answers, await shown(other));
      }),
      { numRuns: 3 },
    );
  });
}
const WORK = [{ start: "09:00", end: "12:00" }];
const GIVEN: readonly Step[] = [
  { do: "create", at: 0, day: 1, minutes: 240 },
  { do: "create", at: 1, day: 2, minutes: 900 },
  { do: "import", events: [9, 9, 10], todos: [1, 3] },
  { do: "schedule", at: 0, hour: 9 },
];
