import assert from "node:assert/strict";
import fc from "fast-check";
import type { PlannerTask } from "../../ui/planner/common/types.ts";
import { GROUPS, groupsOf, isMovable } from "../../ui/planner/tasks/groups.ts";
import { linesOf } from "../../ui/planner/tasks/order.ts";

const NOW = Date.parse("2026-03-10T23:30:00Z");

/** A task with what its group depends on. */
const task = (id: string, more: Partial<PlannerTask> = {}) =>
  ({ id, title: id, state: "open", due: null, scheduled: null, parentId: null, ...more }) as PlannerTask;

const span = (start: string) => ({ start, end: start, pinned: false });
const shown = (tasks: readonly PlannerTask[], zone = "UTC") =>
  groupsOf(linesOf(tasks), NOW, zone).map(({ name, lines }) => [name, ...lines.map(({ task }) => task.id)]);

Deno.test("tasks stand by what is to be done first, in the order of their dates", () => {
  const tasks = [
    task("none"),
    task("later", { due: { date: "2026-03-12" } }),
    task("sooner", { due: { at: "2026-03-12T08:00:00Z", timeZone: null } }),
    task("today", { due: { date: "2026-03-10" } }),
    task("set aside", { scheduled: span("2026-03-10T09:00:00Z"), due: { date: "2026-03-20" } }),
    task("late", { due: { at: "2026-03-10T23:00:00Z", timeZone: null } }),
    task("done", { state: "done", due: { date: "2026-01-01" } }),
  ];
  assert.deepEqual(shown(tasks), [
    ["Overdue", "late"],
    ["Today", "set aside", "today"],
    ["Upcoming", "sooner", "later"],
    ["No date", "none"],
    ["Completed", "done"],
  ]);
  // In Tokyo it is the 11th already.
  assert.deepEqual(shown(tasks, "Asia/Tokyo").slice(0, 2), [["Overdue", "today", "late"], [
    "Today",
    "set aside",
  ]]);
});

Deno.test("a task with an overdue subtask is overdue with it, and stays above it", () => {
  const tasks = [
    task("parent"),
    task("child", { parentId: "parent", due: { date: "2026-03-01" } }),
    task("other", { due: { date: "2026-03-02" } }),
  ];
  assert.deepEqual(shown(tasks), [["Overdue", "parent", "child", "other"]]);
});

Deno.test("every task stands in one group, once, below its parent, whatever its dates", () => {
  const moment = fc.integer({ min: -50, max: 50 }).map((hours) =>
    new Date(NOW + hours * 3_600_000).toISOString()
  );
  const due = fc.option(
    fc.oneof(moment.map((at) => ({ at })), moment.map((at) => ({ date: at.slice(0, 10) }))),
  );
  const one = fc.record({
    due,
    scheduled: fc.option(moment.map(span)),
    state: fc.constantFrom("open", "done"),
    parent: fc.option(fc.nat(9)),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 10 }), fc.constantFrom("UTC", "Asia/Tokyo"), (made, zone) => {
      const tasks = made.map(({ parent, ...rest }, i) =>
        task(`t${i}`, { ...rest, parentId: parent === null ? null : `t${parent}` } as Partial<PlannerTask>)
      );
      const groups = groupsOf(linesOf(tasks), NOW, zone);
      const ids = groups.flatMap(({ lines }) => lines.map(({ task }) => task.id));
      assert.deepEqual(ids.toSorted(), tasks.map(({ id }) => id).toSorted());
      assert.deepEqual(
        groups.map(({ name }) => name),
        GROUPS.filter((name) => groups.some((each) => each.name === name)),
      );
      for (const { name, lines } of groups) {
        assert.equal(lines[0]!.depth, 0);
        lines.forEach((line, i) => {
          assert.ok(line.depth <= (lines[i - 1]?.depth ?? -1) + 1);
          assert.equal(isMovable(name, line), line.depth > 0 || ["No date", "Completed"].includes(name));
        });
      }
    }),
  );
});
