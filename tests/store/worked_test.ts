import assert from "node:assert/strict";
import { workAfter } from "../../store/worked.ts";

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

/** The work after each of some events: when, what, and the status that follows. */
function workOf(events: readonly (readonly [second: number, type: string, status: string, data?: object])[]) {
  let document: Parameters<typeof workAfter>[0] = { status: "queued", updatedAt: at(0) };
  for (const [second, type, status, data = {}] of events) {
    const next = { ...document, status };
    const event = { type, at: at(second), data };
    document = { ...next, ...workAfter(document, next, event), updatedAt: at(second) };
  }
  return document.work;
}

Deno.test("after a kill, a run keeps the work until its last event, and nothing of the time while the service was off", () => {
  assert.deepEqual(
    workOf([
      [10, "run.started", "running"],
      [15, "run.prepared", "running"],
      [20, "run.planned", "running"],
      [50, "run.recovered", "running"],
      [53, "run.reported", "completed"],
    ]),
    { milliseconds: 13_000 },
  );
});

Deno.test("after a kill, a task keeps the work until its last event, also if it is killed twice", () => {
  assert.deepEqual(
    workOf([
      [10, "task_session.started", "running"],
      [14, "tool.completed", "running"],
      [50, "task_session.queued", "queued"],
      [51, "task_session.started", "running"],
      [53, "tool.completed", "running"],
      [90, "task_session.queued", "queued"],
      [91, "task_session.started", "running"],
      [92, "task_session.completed", "completed"],
    ]),
    { milliseconds: 7_000 },
  );
});

Deno.test("what the clock jumped by is no work, ahead or back, and nothing changes for what began after it", () => {
  const jump = (second: number, seconds: number) =>
    [second, "run.clock_jumped", "running", { milliseconds: seconds * 1000 }] as const;
  const worked = (...events: Parameters<typeof workOf>[0]) =>
    workOf([...events, [3_000, "run.completed", "completed"]])!.milliseconds / 1000;
  assert.equal(worked([2_900, "run.started", "running"]), 100, "the control");
  assert.equal(worked([10, "run.started", "running"], jump(2_930, 2_900)), 90);
  assert.equal(worked([3_100, "run.started", "running"], jump(2_980, -150)), 50);
  assert.equal(worked([2_925, "run.started", "running"], jump(2_930, 2_900)), 75);
});
