import assert from "node:assert/strict";
import { workAfter } from "../../store/worked.ts";

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

/** The work after each of some events: when, what, and the status that follows. */
function workOf(events: readonly (readonly [second: number, type: string, status: string])[]) {
  let document: Parameters<typeof workAfter>[0] = { status: "queued", updatedAt: at(0) };
  for (const [second, type, status] of events) {
    const next = { ...document, status };
    document = { ...next, ...workAfter(document, next, { type, at: at(second) }), updatedAt: at(second) };
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
