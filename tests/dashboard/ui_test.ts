import assert from "node:assert/strict";
import fc from "fast-check";
import { bytes, duration, relativeTime } from "../../client/words.ts";
import { layOut } from "../../ui/kit/graph/layout.ts";
import { correctionsOf } from "../../ui/runs/run/retry/corrections.ts";
import { barsOf, spanOf } from "../../ui/runs/run/state/bars.ts";
import { foldOf } from "../../ui/runs/run/state/fold.ts";
import { matchesEvent, problemOf } from "../../ui/runs/run/state/filter.ts";
import { moveBy, WHOLE, zoomBy, zoomTo } from "../../ui/runs/run/timeline/zoom.ts";
import type { PlannedTask, TraceEvent } from "../../ui/runs/types.ts";
import { score } from "../../ui/shell/palette/entries.ts";

const part = fc.double({ min: 0, max: 1, noNaN: true });

Deno.test("zoom: the visible part is always within the whole", () => {
  const step = fc.oneof(
    fc.tuple(fc.constant("by" as const), fc.double({ min: 0.1, max: 10, noNaN: true }), part),
    fc.tuple(fc.constant("move" as const), fc.double({ min: -3, max: 3, noNaN: true }), part),
    fc.tuple(fc.constant("to" as const), part, part),
  );
  fc.assert(fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    let zoom = WHOLE;
    for (const [kind, a, b] of steps) {
      zoom = kind === "by" ? zoomBy(zoom, a, b) : kind === "move" ? moveBy(zoom, a) : zoomTo(zoom, a, b);
      assert.ok(zoom.from >= -1e-9 && zoom.to <= 1 + 1e-9 && zoom.to - zoom.from > 0, JSON.stringify(zoom));
    }
  }));
});

Deno.test("zoom: in and out around the same point returns to the start, unless an edge was reached", () => {
  fc.assert(fc.property(part, (around) => {
    const inner = { from: 0.4, to: 0.6 };
    const back = zoomBy(zoomBy(inner, 0.5, around), 2, around);
    assert.ok(Math.abs(back.from - inner.from) < 1e-9 && Math.abs(back.to - inner.to) < 1e-9);
  }));
});

const task = (id: number, dependsOn: readonly number[]): PlannedTask => ({
  id: `task_${id}`,
  taskSessionId: `task_session_${id}`,
  title: `Task ${id}`,
  role: "worker",
  instructions: "",
  dependsOn: dependsOn.map((other) => `task_${other}`),
  commands: [],
  status: "planned",
});

/** Generates a plan in which each task depends on some of those before it. */
const plan = fc.array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 25 }).map((all) =>
  all.map((picks, i) => task(i, i === 0 ? [] : [...new Set(picks.map((pick) => pick % i))]))
);

Deno.test("layOut: every task once without overlap, to the right of its dependencies; no redundant lines", () => {
  fc.assert(fc.property(plan, (tasks) => {
    const { items: placed, edges, width, height } = layOut(tasks);
    assert.equal(placed.length, tasks.length);
    assert.equal(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size, tasks.length);
    const x = new Map(placed.map((one) => [one.item.id, one.x]));
    for (const one of tasks) for (const id of one.dependsOn) assert.ok(x.get(id)! < x.get(one.id)!);
    for (const one of placed) assert.ok(one.x < width && one.y < height);
    // The lines connect exactly the tasks that the plan connects.
    const drawn = Map.groupBy(edges.map(({ id }) => id.split(" ")), ([, to]) => to!);
    const above = (id: string, step: (id: string) => string[]): Set<string> => {
      const found = new Set<string>();
      const open = step(id);
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (!found.has(next)) open.push(...step(next));
        found.add(next);
      }
      return found;
    };
    const byId = new Map(tasks.map((one) => [one.id, one]));
    for (const { id } of tasks) {
      assert.deepEqual(
        [...above(id, (one) => (drawn.get(one) ?? []).map(([from]) => from!))].sort(),
        [...above(id, (one) => [...byId.get(one)!.dependsOn])].sort(),
      );
    }
  }));
});

Deno.test("layOut: below each other is beside each other turned; lines back are besides the others, within the drawing", () => {
  fc.assert(fc.property(plan, fc.nat(), (tasks, pick) => {
    const again = tasks.map((one, i) =>
      i > 0 && i === pick % tasks.length ? { ...one, repeats: ["task_0"] } : one
    );
    const right = layOut(again);
    const down = layOut(again, "down");
    const order = (axis: "x" | "y") => (placed: { x: number; y: number }[]) =>
      placed.map((one, i) => [one[axis], i]).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!).map(([, i]) => i);
    assert.deepEqual(order("x")([...right.items]), order("y")([...down.items]));
    for (const { edges, width, height } of [right, down]) {
      const lines = edges.filter(({ back }) => back);
      assert.deepEqual(
        lines.map(({ id }) => id.split(" ")[1]),
        again.some((one) => "repeats" in one) ? ["task_0"] : [],
      );
      assert.equal(edges.length - lines.length, layOut(tasks).edges.length);
      for (const { path } of lines) {
        assert.ok(Math.max(...path.match(/(?<=[MHL])[\d.]+/g)!.map(Number)) <= width, path);
        assert.ok(
          Math.max(...path.match(/(?<=V)[\d.]+|(?<=[ML][\d.]+ )[\d.]+/g)!.map(Number)) <= height,
          path,
        );
      }
    }
  }));
});

Deno.test("layOut: a cycle, which is not a valid plan, is drawn anyway", () => {
  assert.equal(layOut([task(0, [1]), task(1, [0])]).items.length, 2);
});

const event = (sequence: number, type: string, at: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
  id: `evt_${sequence}`,
  sequence,
  type,
  subject: "task_session/s",
  at: new Date(at).toISOString(),
  actor: "coordinator",
  taskSessionId: "s",
  summary: `${type} happened`,
  data: {},
  ...more,
});

Deno.test("barsOf: an attempt and its tools last from their first event to their last; those in progress have no end", () => {
  const events = [
    event(1, "task_session.planned", 0, { data: { title: "Mend it" } }),
    event(2, "task_session.started", 10),
    event(3, "tool.started", 20, { data: { tool: "read" } }),
    event(4, "tool.completed", 30, { data: { tool: "read" } }),
    event(5, "tool.started", 40, { data: { tool: "run" } }),
    event(6, "tool.failed", 60, { data: { tool: "run" } }),
    event(7, "task_session.failed", 70),
    event(8, "task_session.started", 80),
  ];
  const bars = barsOf([], events, events);
  assert.deepEqual(bars.map(({ label, from, to, tone }) => [label, from, to, tone]), [
    ["Mend it", 10, 70, "bad"],
    ["read", 20, 30, "good"],
    ["run", 40, 60, "bad"],
    ["Mend it", 80, null, "info"],
  ]);
  assert.deepEqual(spanOf(bars, events, 100), [0, 100]);
  const runs = events.filter((one) => matchesEvent(one, { text: "", kind: "tool", taskSession: "" }));
  assert.deepEqual(barsOf([], events, runs.slice(2)).map(({ label }) => label), [
    "Mend it",
    "run",
    "Mend it",
  ]);
});

Deno.test("matchesEvent: every word, or one pattern between slashes; an invalid pattern matches nothing and is reported", () => {
  const one = event(1, "tool.completed", 0, { summary: "Replaced text in greet.sh." });
  const fits = (text: string) => matchesEvent(one, { text, kind: "", taskSession: "" });
  assert.deepEqual(["greet", "GREET tool", "/greet\\.(sh|py)/", ""].map(fits), [true, true, true, true]);
  assert.deepEqual(["greet nothing", "/^greet/", "/(/"].map(fits), [false, false, false]);
  assert.deepEqual([problemOf("/(/"), problemOf("(")], ["This is not a regular expression.", null]);
});

Deno.test("relativeTime and duration: never negative, empty or infinite", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 1e12 }), (at, now) => {
      assert.match(
        relativeTime(at, now),
        /^(?:just now|in a moment|in \d+ (?:s|min|h|days?)|\d+ (?:s|min|h|days?) ago)$/,
      );
      assert.match(duration(now), /^\d+(?:\.\d)? (?:ms|s|min|h|d)(?: \d+ (?:h|min|s))?$/);
      assert.match(bytes(now), /^\d+(?:\.\d)? (?:B|KiB|MiB|GiB|TiB)$/);
    }),
  );
  assert.deepEqual([duration(-5), duration(61_000), duration(90_000_000)], ["0 ms", "1 min 1 s", "1 d 1 h"]);
});

Deno.test("score: every word must match, and the start of the name counts most", () => {
  const of = (typed: string, label: string, detail = "") => score({ label, detail }, typed);
  assert.equal(of("home xyz", "Home"), null);
  assert.ok(of("ru", "Runs")! > of("ru", "Show the runs")!);
  assert.ok(of("ru", "Show the runs")! > of("ru", "Bru")!);
  assert.equal(of("waiting", "a.md", "waiting · repo"), 0);
});

Deno.test("correctionsOf: only what was changed is sent", () => {
  const before = { request: "a", repoPath: "/r", verifier: "true", setup: "", worker: "builtin\nrecipe" };
  assert.deepEqual(correctionsOf(before, before), {});
  assert.deepEqual(correctionsOf(before, { ...before, verifier: " false ", worker: "x\n" }), {
    verifier: { command: "false" },
    worker: { provider: "x" },
  });
});

Deno.test("foldOf: waiting is narrow on the scale and not part of durations, and the order of events is kept", () => {
  const minute = 60_000;
  const rests = [{ from: minute, to: 11 * minute }, { from: 12 * minute, to: 12 * minute + 200 }];
  const fold = foldOf(rests, 0, 13 * minute);
  assert.equal(fold.worked(0, 13 * minute), 3 * minute - 200);
  assert.equal(fold.worked(2 * minute, 3 * minute), 0);
  assert.deepEqual(
    fold.folded.map(({ milliseconds, width }) => [milliseconds, width < milliseconds]),
    [[10 * minute, true], [200, false]],
    "a moment is as wide as it is",
  );
  assert.ok(fold.placeOf(11 * minute) - fold.placeOf(minute) < minute);
  assert.ok(Math.abs(fold.workedAt(fold.placeOf(12 * minute)) - 2 * minute) < 1e-6);
  const time = fc.integer({ min: 0, max: 13 * minute });
  fc.assert(fc.property(time, time, (a, b) => {
    assert.ok((fold.placeOf(Math.max(a, b)) - fold.placeOf(Math.min(a, b))) >= -1e-6);
  }));
  const events = [
    event(1, "task_session.planned", 0, { data: { title: "Mend it" } }),
    event(2, "task_session.started", 10),
    event(3, "task_session.waiting", 20),
    event(4, "task_session.started", 50),
    event(5, "task_session.completed", 70),
  ];
  assert.deepEqual(barsOf([], events, events).map(({ from, to, rests }) => [from, to, rests]), [
    [10, 20, [{ from: 20, to: 50 }]],
    [50, 70, []],
  ]);
});
