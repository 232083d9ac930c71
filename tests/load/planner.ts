import assert from "node:assert/strict";
import { join } from "node:path";
import { calendar, event } from "../planner/planner_world.ts";
import { Random } from "../recovery/load/random.ts";
import { temporaryDirectory } from "../temporary.ts";
import { LoadedService, type LoadOptions } from "./loaded_service.ts";
import { Person, rank, spread } from "./person.ts";

/** How many events one calendar has: there may be 50 calendars, and one must be read within 10 seconds. */
const PER_CALENDAR = 2_000;
/** Of so many items one is a task of the person's own, and one event in so many is a series. */
const [TASK_EACH, SERIES_EACH] = [20, 20];
const [FIRST_YEAR, YEARS] = [2021, 10];
const CREATED_AT_ONCE = 8;

/** What the pages of the planner ask for. */
const PAGES: readonly string[] = [
  "/planner/artifacts?from=2026-03-02&to=2026-03-09&type=event&limit=1000",
  "/planner/artifacts?from=2026-03-01&to=2026-04-05&type=event&limit=1000",
  "/planner/tasks?state=open&limit=500",
  "/planner/tasks?dueFrom=2026-03-02&dueTo=2026-03-09",
  "/planner/conflicts?from=2026-03-02&to=2026-03-09&limit=400",
  "/planner/conflicts?limit=400",
  "/planner/search?query=review&limit=20",
  "/planner/search?query=budget%20team&limit=20",
  "/planner/sources/status",
  "/planner/meetings?from=2026-03-02&to=2026-03-09",
  "/dashboard/command-center",
  "/runs?limit=50",
];

const WORDS = [
  "review",
  "budget",
  "team",
  "call",
  "design",
  "release",
  "interview",
  "lunch",
  "plan",
  "retro",
] as const;

/** What the trial has found; `processorEach` is in microseconds for each item. */
export type PlannerResult = {
  items: number;
  importSeconds: number;
  processorEach: number;
  taskMilliseconds: number[];
  while: { importing: Person; full: Person; changing: Person };
  changed: number;
  mostMegabytes: number;
  heldLoop: string | null;
};

/** Fills the planner with so many items, and looks at it while they are imported, when they are there, and while some change. */
export async function tryPlanner({ count, seconds, seed, profile }: LoadOptions): Promise<PlannerResult> {
  const storage = temporaryDirectory();
  const dice = new Random(seed);
  const tasks = Math.floor(count / TASK_EACH);
  const events = Array.from({ length: count - tasks }, (_, at) => oneEvent(at, dice));
  const calendars = Array.from({ length: Math.ceil(events.length / PER_CALENDAR) }, (_, at) => ({
    path: join(temporaryDirectory(), "calendar.ics"),
    events: events.slice(at * PER_CALENDAR, (at + 1) * PER_CALENDAR),
  }));
  for (const { path, events } of calendars) await Deno.writeTextFile(path, calendar(events));
  await using service = await LoadedService.start({ storage, profile });
  const { operator } = service.process;
  const sources = calendars.map(({ path }, at) => ({ id: `c${at}`, kind: "ics_file", path }));
  await operator("POST /planner/settings", { body: { timeZone: "Europe/Berlin", sources } as never });
  const beganAt = performance.now();
  const importing = new Person(() => service.url, PAGES);
  const [taskMilliseconds, counts] = await Promise.all([createTasks(service, tasks), refreshAll(service)]);
  const importSeconds = (performance.now() - beganAt) / 1000;
  await importing.leave();
  assert.equal(counts.added, events.length, "each event of the calendars is there");
  const { processorSeconds } = await service.taken();
  const full = await lookFor(service, seconds);
  const changed = Math.min(200, events.length);
  const [first] = calendars;
  const others = first!.events.map((text, at) =>
    at < changed ? text.replace("SUMMARY:", "SUMMARY:Moved ") : text
  );
  await Deno.writeTextFile(first!.path, calendar(others));
  const changing = new Person(() => service.url, PAGES);
  assert.equal((await refreshAll(service)).changed, changed);
  await changing.leave();
  const open = await operator("GET /planner/search", { query: { query: "Moved", limit: 1 } } as never);
  assert.equal((open as unknown[]).length, 1);
  return {
    items: count,
    importSeconds,
    processorEach: Math.round(processorSeconds / count * 1e6),
    taskMilliseconds,
    while: { importing, full, changing },
    changed,
    mostMegabytes: (await service.taken()).mostMegabytes,
    heldLoop: await service.heldLoop(),
  };
}

function oneEvent(at: number, dice: Random): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const date = `${FIRST_YEAR + dice.between(0, YEARS - 1)}${two(dice.between(1, 12))}${
    two(dice.between(1, 28))
  }`;
  const title = `${dice.pick(WORDS)} ${dice.pick(WORDS)} ${at}`;
  const lines = at % SERIES_EACH === 0 ? ["RRULE:FREQ=WEEKLY;COUNT=26"] : [];
  const start = `${date}T${two(dice.between(6, 20))}${dice.pick(["00", "15", "30", "45"])}00`;
  return event({ uid: `u${at}`, title, start, zone: "Europe/Berlin", lines });
}

async function createTasks(service: LoadedService, count: number): Promise<number[]> {
  const took: number[] = [];
  let left = count;
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, async () => {
    while (left-- > 0) {
      const sentAt = performance.now();
      const day = String(1 + left % 28).padStart(2, "0");
      await service.process.operator("POST /planner/tasks", {
        body: { title: `${WORDS[left % WORDS.length]} task ${left}`, due: `2026-03-${day}` } as never,
      });
      took.push(performance.now() - sentAt);
    }
  }));
  return took;
}

/** Refreshes every source and waits for the end. Returns what was added and changed. */
async function refreshAll(service: LoadedService): Promise<{ added: number; changed: number }> {
  const { operator } = service.process;
  const runs = await operator("POST /planner/refresh", { body: { wait: false } });
  const counts = { added: 0, changed: 0 };
  for (const { id, source } of runs) {
    let run;
    do {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const rows = await operator("GET /planner/refreshes", { query: { source, limit: 5 } });
      run = rows.find((row) => row.id === id);
    } while (run?.status === "running");
    assert.equal(run?.status, "completed", JSON.stringify(run));
    counts.added += run!.counts.added;
    counts.changed += run!.counts.changed;
  }
  return counts;
}

async function lookFor(service: LoadedService, seconds: number): Promise<Person> {
  const person = new Person(() => service.url, PAGES);
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  await person.leave();
  return person;
}

/** Says what was found. Returns whether no request took longer than a second. */
export function reportPlanner(result: PlannerResult, say: (line: string) => void): boolean {
  const { items, importSeconds, processorEach, taskMilliseconds, changed, mostMegabytes, heldLoop } = result;
  say(`${items} items in ${importSeconds.toFixed(1)} s, with ${processorEach} µs of the processor for each`);
  say(`  tasks created meanwhile: ${spread(taskMilliseconds)}; memory at most ${mostMegabytes} MB`);
  const { importing, full, changing } = result.while;
  say(
    `  reads while they came: ${spread(importing.times)}; while ${changed} changed: ${
      spread(changing.times)
    }`,
  );
  say(`  reads when all were there: ${spread(full.times)}`);
  for (const line of full.lines()) say(line);
  const slow = [importing, changing].flatMap(({ reads }) => reads).filter(({ milliseconds }) =>
    milliseconds > 500
  );
  for (const { path, milliseconds } of slow.slice(0, 10)) {
    say(`  slow meanwhile: ${path}: ${Math.round(milliseconds)} ms`);
  }
  if (heldLoop !== null) say(`  ${heldLoop}`);
  return rank([...importing.times, ...full.times, ...changing.times, ...taskMilliseconds], 1) <= 1000;
}
