import assert from "node:assert/strict";
import type { Database, SqlValue } from "../../store/database.ts";
import { type Harness, harness } from "../harness.ts";
import { calendarFile, event, importFile } from "./planner_world.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = new Date("2026-03-02T07:00:00Z");
const [FEW, MANY] = [200, 2000];
/** How many rows the service may read meanwhile for other things. */
const BESIDE = 10;

/** Counts the rows that `work` reads. */
async function rowsRead(database: Database, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const { all, get } = database;
  database.all = <Row>(sql: string, ...values: SqlValue[]) => {
    const rows: Row[] = all.call(database, sql, ...values) as Row[];
    count += rows.length;
    return rows;
  };
  database.get = <Row>(sql: string, ...values: SqlValue[]) => {
    count++;
    return get.call(database, sql, ...values) as Row | undefined;
  };
  await work();
  Object.assign(database, { all, get });
  return count;
}

/** A planner with so many open tasks, due this week, and a few events. */
async function plannerWith(tasks: number): Promise<Harness> {
  const h = await harness({ now: () => NOW });
  const todos = Array.from({ length: tasks }, (_, n) =>
    [
      ...["BEGIN:VTODO", `UID:t${n}`, "DTSTAMP:20260101T000000Z", `SUMMARY:todo ${n}`],
      ...[`DUE;VALUE=DATE:2026030${3 + n % 4}`, "END:VTODO"],
    ].join("\r\n"));
  const events = ["090000", "093000"].map((time, n) => event({ uid: `e${n}`, start: `20260303T${time}Z` }));
  const run = await importFile(h, calendarFile([...events, ...todos]));
  assert.equal(run.counts.added, tasks + events.length);
  return h;
}

const create = async (h: Harness, more: { start?: string } = {}) => {
  const task = await h.operator("POST /planner/tasks", { body: { title: "Report", due: "2026-03-03" } });
  assert.ok(task.conflictIds.length > 0, "it is at risk, as all are");
  if (more.start === undefined) return;
  await h.operator("POST /planner/tasks/:id/schedule", {
    params: { id: task.id },
    body: { start: more.start },
  });
};

Deno.test("creating and scheduling a task reads as many rows among two thousand open tasks as among two hundred", async () => {
  const read = await Promise.all([FEW, MANY].map(async (tasks) => {
    await using h = await plannerWith(tasks);
    await create(h);
    const { database } = h.store;
    return [
      await rowsRead(database, () => create(h)),
      await rowsRead(database, () => create(h, { start: "2026-03-03T09:15:00Z" })),
    ];
  }));
  const [few, many] = read as [number[], number[]];
  assert.ok(many.every((rows, at) => Math.abs(rows - few[at]!) <= BESIDE), `${few} and ${many} rows`);
});
