import { join } from "node:path";
import { contextFor } from "../../services/kernel/context.ts";
import { createCoordinatorRun } from "../../services/runs/create.ts";
import { type Harness, harness } from "../../tests/harness.ts";
import { manyClients } from "../clients.ts";
import { latencyRow, timed } from "../latency.ts";
import { alternate, type Sample, whole } from "../measure.ts";
import { type Bench, newDirectory, ordinaryRun } from "../setting.ts";
import { CLIENTS } from "../size.ts";
import type { Row } from "../table.ts";
import { createRow } from "./create.ts";

const SEARCH_MILLISECONDS = 50;
const CONFLICT_MILLISECONDS = 100;
const SOURCES = 10;
const DAY_MILLISECONDS = 86_400_000;

const SUBJECTS = ["Review", "Planning", "Interview", "Standup", "Workshop", "Call", "Lunch"];
const WITH = ["Ann", "the board", "a customer", "Bo and Kim", "the press", "everybody"];
const pick = (words: readonly string[], i: number): string => words[i % words.length]!;

/** Searching 100,000 items, conflicts of 14 days with 2,000 events, and creating runs while a source is refreshed. */
export async function planner(bench: Bench): Promise<Row[]> {
  return [...await searches(bench), await conflicts(bench), await creating(bench)];
}

async function searches(bench: Bench): Promise<Row[]> {
  const { size } = bench;
  const [, , total] = size.totals;
  const directory = newDirectory(bench, "planner-search");
  await using h = await harness();
  const each = total / SOURCES;
  const sources = Array.from({ length: SOURCES }, (_, n) => {
    const path = join(directory, `${n}.ics`);
    Deno.writeTextFileSync(
      path,
      calendar(each, (i) => ({ i: n * each + i, start: dayAfter(h, (i % 400) - 100, i) })),
    );
    return { id: `s${n}`, kind: "ics_file" as const, path };
  });
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC", sources } });
  for (const { id } of sources) await refreshed(h, id, each);
  const bare = await timed(size.listings, () => h.json("GET", "/health"));
  const rows: Row[] = [];
  const measure = async (what: string, query: string) => {
    const ours = await timed(size.listings, () => h.json("GET", `/planner/search?${query}`));
    rows.push(latencyRow(what, { ours, bare, most: SEARCH_MILLISECONDS, detail: `${whole(total)} items` }));
  };
  await measure("planner, a rare word", `q=number${Math.floor(total / 2)}`);
  await measure("planner, a word of each 7th item", "q=workshop");
  await measure("planner, two words and a beginning", "q=review custo");
  await measure("planner, a phrase of one source", `q=%22Call with everybody%22&sources=s1`);
  return rows;
}

async function conflicts(bench: Bench): Promise<Row> {
  const { size } = bench;
  const count = Math.min(2000, size.totals[2]);
  const path = join(newDirectory(bench, "planner-conflicts"), "calendar.ics");
  await using h = await harness();
  // Every ten minutes of each day one begins, and lasts for fifteen: each meets the next.
  const place = (i: number) => ({ i, start: momentAfter(h, 1 + (i % 13), Math.floor(i / 13) * 10) });
  Deno.writeTextFileSync(path, calendar(count, place, 15));
  const sources = [{ id: "home", kind: "ics_file" as const, path }];
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC", bufferMinutes: 10, sources } });
  await refreshed(h, "home", count);
  const bare = await timed(size.listings, () => h.json("GET", "/health"));
  // Each asks from another moment on, so that nothing was computed for it before.
  let from = h.service.now().getTime();
  const ours = await timed(
    size.listings,
    () => h.json("GET", `/planner/conflicts?limit=100&from=${new Date(from += 1000).toISOString()}`),
  );
  return latencyRow("planner, conflicts of 14 days", {
    ours,
    bare,
    most: CONFLICT_MILLISECONDS,
    detail: `${whole(count)} events`,
  });
}

/** Creating runs from 16 clients while a source is read anew, all of it changed, against creating them alone. */
async function creating(bench: Bench): Promise<Row> {
  const { size } = bench;
  const directory = newDirectory(bench, "planner-create");
  const path = join(directory, "calendar.ics");
  await using h = await harness();
  const sources = [{ id: "home", kind: "ics_file" as const, path }];
  await h.operator("POST /planner/settings", {
    body: { timeZone: "UTC", refreshIntervalMinutes: 0, sources: [] },
  });
  let version = 0;
  const write = () => {
    version++;
    const start = (i: number) => ({ i, start: dayAfter(h, i % 300, i + version) });
    Deno.writeTextFileSync(path, calendar(Math.min(10_000, size.totals[2]), start));
  };
  write();
  await h.operator("POST /planner/settings", { body: { sources } });
  await refreshed(h, "home", Math.min(10_000, size.totals[2]));
  const input = ordinaryRun(directory);
  const create = () =>
    manyClients(CLIENTS, size.creates, async () => {
      const ctx = contextFor(h.service, "operator");
      createCoordinatorRun(ctx, input);
      await ctx.settled();
    });
  const during = async (): Promise<Sample> => {
    write();
    let going = true;
    const refresh = h.operator("POST /planner/refresh", { body: {} }).finally(() => going = false);
    const samples: Sample[] = [];
    while (going) samples.push(await create());
    await refresh;
    const value = samples.reduce((sum, sample) => sum + sample.value, 0) / samples.length;
    return { value, latencies: samples.flatMap(({ latencies }) => latencies) };
  };
  const pairs = await alternate(Math.min(size.rounds, 5), during, create);
  return createRow("create a run while a source is refreshed", pairs, { least: 0.9 });
}

/** Reads a source and waits until all of it is there, which may take longer than a request waits. */
async function refreshed(h: Harness, id: string, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isThere = async () => {
    const status = (await h.operator("GET /planner/sources/status")).find((each) => each.id === id);
    if (status?.state === "ok" && status.artifacts === count) resolve();
  };
  const stop = h.store.subscribe(() => void isThere());
  await h.operator("POST /planner/refresh", { body: { sources: [id], wait: false } });
  await isThere();
  await promise.finally(stop);
}

/** So many days from today, at an hour of work. */
function dayAfter(h: Harness, days: number, i: number): string {
  const date = new Date(h.service.now().getTime() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
  return `${date.replaceAll("-", "")}T${String(8 + (i % 9)).padStart(2, "0")}${i % 2 === 0 ? "00" : "30"}00Z`;
}

/** So many days from today, and minutes after that midnight. */
function momentAfter(h: Harness, days: number, minutes: number): string {
  const at = new Date(h.service.now().getTime() + days * DAY_MILLISECONDS);
  at.setUTCHours(0, minutes, 0, 0);
  return `${at.toISOString().replaceAll(/[-:]/g, "").slice(0, 15)}Z`;
}

/** A calendar of events of every combination of words, each with a word of its own. */
function calendar(
  count: number,
  place: (i: number) => { i: number; start: string },
  minutes = 30,
): string {
  const events = Array.from({ length: count }, (_, n) => {
    const { i, start } = place(n);
    return [
      "BEGIN:VEVENT",
      `UID:bench-${i}`,
      "DTSTAMP:20260101T000000Z",
      `SUMMARY:${pick(SUBJECTS, i)} with ${pick(WITH, i)}`,
      `DESCRIPTION:number${i}`,
      `DTSTART:${start}`,
      `DURATION:PT${minutes}M`,
      "END:VEVENT",
    ].join("\r\n");
  });
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//bench//EN", ...events, "END:VCALENDAR", ""].join(
    "\r\n",
  );
}
