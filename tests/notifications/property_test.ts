import assert from "node:assert/strict";
import fc from "fast-check";
import { Database } from "../../store/database.ts";
import { erase } from "../../store/erase.ts";
import { EventStore } from "../../store/event_store.ts";
import { newestMark, readAtOf } from "../../store/notifications/placing.ts";
import { listNotifications } from "../../store/notifications/reader.ts";
import { listResults } from "../../store/notifications/results.ts";
import {
  type NotificationCategory,
  notificationId,
  type NotificationState,
  visibleStateOf,
} from "../../store/notifications/state.ts";
import type { Severity } from "../../store/shared/enumerations.ts";
import { EVENT_OF_STATE, INBOX, notificationStream } from "../../store/notifications/stream.ts";
import { openCounts, totalsOf } from "../../store/notifications/totals.ts";
import { rebuildDifferences } from "../rebuild_differences.ts";
import { registry } from "../../store/registry.ts";
import { runStream } from "../../store/runs/stream.ts";

const SEVERITIES = {
  policy_blocked: "warning",
  timeout: "error",
  apply_conflict: "critical",
} as const;
type Reason = keyof typeof SEVERITIES;
const STATES = ["unread", "read", "dismissed", "archived", "deleted"] as const;

type Step =
  | { do: "fail"; reason: Reason }
  | { do: "complete" }
  | { do: "move"; which: number; state: NotificationState }
  | { do: "settle" | "erase"; which: number }
  | { do: "readAll" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      reason: fc.constantFrom(...Object.keys(SEVERITIES) as Reason[]),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("complete" as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      which: fc.nat(20),
      state: fc.constantFrom(...STATES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("settle" as const, "erase" as const), which: fc.nat(20) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("readAll" as const) }) },
);

/** What the inbox should be, in the plainest terms. */
type Item = {
  sequence: number;
  runId: string;
  category: NotificationCategory;
  severity: Severity;
  state: NotificationState;
  open: boolean;
  readAt: string | null;
};

class Model {
  readonly store = new EventStore(new Database(":memory:"), registry);
  items: Item[] = [];
  #time = 0;

  do(step: Step): void {
    const at = new Date(Date.UTC(2026, 0, 1) + this.#time++).toISOString();
    this.store.unit(() => this.#do(step, { at, actor: "operator" as const }));
  }

  #do(step: Step, meta: { at: string; actor: "operator" }): void {
    const pick = (which: number) => this.items[which % Math.max(1, this.items.length)];
    if (step.do === "readAll") {
      this.store.append(notificationStream, INBOX, [{ type: "notification.all_read", data: {} }], meta);
      for (const item of this.items) {
        if (item.state === "unread") Object.assign(item, { state: "read", readAt: meta.at });
      }
    } else if (step.do === "fail" || step.do === "complete") this.#raise(step, meta);
    else {
      const item = pick(step.which);
      if (!item) return;
      if (step.do === "move") this.#move(item, step.state, meta);
      else this.#end(item, step.do, meta);
    }
  }

  #raise(step: Extract<Step, { do: "fail" | "complete" }>, meta: { at: string; actor: "operator" }) {
    const runId = `run_${this.store.head}`;
    const failed = step.do === "fail";
    const events = this.store.append(runStream, runId, [
      { type: "run.created", data: { kind: "coordinator", request: "x", repoPath: "/r", attempt: 1 } },
      failed
        ? { type: "run.failed", data: { reason: step.reason, detail: "y" } }
        : { type: "run.completed", data: { detail: "y" } },
    ], { ...meta, runId });
    this.items.push({
      sequence: events[1]!.seq,
      runId,
      category: failed ? "failure" : "output",
      severity: failed ? SEVERITIES[step.reason] : "info",
      state: "unread",
      open: failed,
      readAt: null,
    });
  }

  #move(item: Item, state: NotificationState, meta: { at: string; actor: "operator" }) {
    const id = notificationId(item.sequence);
    this.store.append(notificationStream, id, [{ type: EVENT_OF_STATE[state], data: {} }], meta);
    if (item.state === "deleted" || item.state === state) return;
    item.state = state;
    item.readAt = state === "unread" ? null : item.readAt ?? (state === "read" ? meta.at : null);
  }

  #end(item: Item, how: "settle" | "erase", meta: { at: string; actor: "operator" }) {
    const { runId } = item;
    if (how === "erase") {
      const [tombstone] = this.store.append(runStream, runId, [{ type: "run.deleted", data: {} }], {
        ...meta,
        runId,
      });
      erase(this.store, { runId }, tombstone!.seq);
      this.items = this.items.filter((other) => other !== item);
      return;
    }
    this.store.append(runStream, runId, [{ type: "run.archived", data: {} }], { ...meta, runId });
    if (!item.open) return;
    item.open = false;
    if (item.state === "unread") Object.assign(item, { state: "read", readAt: meta.at });
  }

  check(): void {
    const { tables } = this.store.projector;
    const newest = this.items.toReversed();
    for (const state of ["unread", "read", "dismissed", "archived", undefined] as const) {
      for (const category of ["failure", "output", undefined] as const) {
        for (const severity of ["info", "critical", undefined] as const) {
          const expected = newest.filter((item) =>
            (state ? item.state === state : item.state !== "archived" && item.state !== "deleted") &&
            (!category || item.category === category) && (!severity || item.severity === severity)
          );
          for (const page of [{ limit: 1000, offset: 0 }, { limit: 2, offset: 1 }]) {
            const rows = listNotifications(tables, { state, category, severity }, page);
            const mark = newestMark(tables);
            assert.deepEqual(
              rows.map((row) => ({
                sequence: row.sequence,
                state: visibleStateOf(row, mark),
                readAt: readAtOf(tables, row),
              })),
              expected.slice(page.offset, page.offset + page.limit).map(({ sequence, state, readAt }) => ({
                sequence,
                state,
                readAt,
              })),
            );
          }
        }
      }
    }
    for (const state of STATES) {
      const total = totalsOf(tables).filter((row) => row.state === state).reduce((sum, { n }) => sum + n, 0);
      assert.equal(total, this.items.filter((item) => item.state === state).length, state);
    }
    const results = newest.filter(({ category, state }) =>
      category === "output" && (state === "unread" || state === "read")
    );
    const unread = results.filter(({ state }) => state === "unread").length;
    const expected = results.length === 0 ? [] : [{
      repository: "/r",
      unread,
      read: results.length - unread,
      newest: results[0]!.sequence,
    }];
    for (const scope of ["mine", "all"] as const) {
      const page = { before: Number.MAX_SAFE_INTEGER, limit: 9 };
      assert.deepEqual(listResults(tables, scope, page).map((row) => ({ ...row })), expected);
    }
    assert.equal(openCounts(tables).failure ?? 0, this.items.filter(({ open }) => open).length);
    assert.deepEqual(rebuildDifferences(this.store), []);
  }
}

Deno.test("the inbox with its one mark for all is the same as one that touches each notification", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const model = new Model();
      for (const step of steps) model.do(step);
      await model.store.durable();
      model.check();
      model.store.database.close();
    }),
    { numRuns: 50 },
  );
});
