import assert from "node:assert/strict";
import { z } from "zod";
import { contextFor, record } from "../../services/kernel/context.ts";
import { approvalStream } from "../../store/approvals/stream.ts";
import type { Actor } from "../../store/event.ts";
import { eraseRun } from "../../store/erase.ts";
import { EventStore } from "../../store/event_store.ts";
import { Database } from "../../store/database.ts";
import { listNotifications } from "../../store/notifications/reader.ts";
import { openCounts, totalsOf } from "../../store/notifications/totals.ts";
import { rebuildDifferences } from "../rebuild_differences.ts";
import { registry } from "../../store/registry.ts";
import { runStream } from "../../store/runs/stream.ts";
import { defineStream } from "../../store/stream.ts";
import { systemStream } from "../../store/system/stream.ts";
import { harness } from "../harness.ts";

Deno.test("an approval that the coordinator decides raises no notification", async () => {
  await using h = await harness();
  const ctx = contextFor(h.service, "coordinator");
  const asked = {
    policyClass: "internal" as const,
    coordinatorApprovable: true,
    risk: "low" as const,
    recommendedAction: "approve" as const,
    reasons: [],
    title: "Go on",
    summary: "",
    round: 1,
    evidence: [],
    evidenceDigest: "0",
    expiresAt: "2027-01-01T00:00:00.000Z",
  };
  const approved = {
    actorType: "coordinator",
    reviewedEvidence: false,
    reviewedHashes: false,
    reviewedPolicyClass: false,
  } as const;
  for (const authority of ["coordinator", "human"] as const) {
    record(ctx, approvalStream, `approval_${authority}`, [
      { type: "approval.requested", data: { ...asked, authority } },
      { type: "approval.approved", data: approved },
    ], { runId: "run_1" });
  }
  await ctx.settled();
  const inbox = await h.operator("GET /notifications");
  assert.deepEqual(inbox.items, []);
  assert.equal(inbox.unreadCount, 0);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an integrity warning is critical; the same one again counts up until somebody puts it away", async () => {
  await using h = await harness();
  const ctx = contextFor(h.service, "system");
  const warn = async (detail: string, runId?: string) => {
    record(
      ctx,
      systemStream,
      "service",
      [{ type: "audit.integrity_warning", data: { detail } }],
      runId ? { runId } : {},
    );
    await ctx.settled();
    return await h.operator("GET /notifications");
  };
  await warn("The entry 7 does not fit its hash.");
  await warn("The entry 7 does not fit its hash.");
  await warn("The entry 7 does not fit its hash.", "run_1");
  const inbox = await warn("The entry 8 does not fit its hash.");
  assert.deepEqual(inbox.items.map(({ occurrences, severity, open }) => [occurrences, severity, open]), [
    [1, "critical", true],
    [1, "critical", true],
    [2, "critical", true],
  ]);
  assert.equal(inbox.criticalCount, 3);
  const dismissed = await h.operator("POST /notifications/:id/dismiss", {
    params: { id: inbox.items[0]!.id },
  });
  assert.equal(dismissed.criticalCount, 2);
  const again = await warn("The entry 8 does not fit its hash.");
  assert.equal(again.criticalCount, 3, "what was put away and happens again is a new one");
  assert.equal(again.unreadCount, 3);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("starting says nothing; starting another version says so once", async () => {
  await using h = await harness();
  assert.deepEqual((await h.operator("GET /notifications")).items, []);
  const ctx = contextFor(h.service, "system");
  for (let start = 0; start < 2; start++) {
    record(ctx, systemStream, "service", [
      { type: "system.started", data: { holder: "x", version: "99.0.0" } },
    ]);
  }
  await ctx.settled();
  const { items } = await h.operator("GET /notifications");
  assert.deepEqual(items.map(({ category, severity }) => [category, severity]), [["system", "info"]]);
  assert.match(items[0]!.title, /99\.0\.0/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

const automationStream = defineStream<Record<never, never>>()({
  kind: "automation",
  version: 1,
  events: {
    "automation.missed": z.object({ detail: z.string() }),
    "automation.failed": z.object({ reason: z.string() }),
    "automation.enabled": z.object({}),
    "automation.disabled": z.object({}),
  },
  indexes: [],
  evolve: () => null,
});

/** A store that also knows automations, in memory. */
class Log {
  readonly store = new EventStore(new Database(":memory:"), {
    ...registry,
    streams: { ...registry.streams, automation: automationStream },
  });
  #hour = 0;

  append(event: Parameters<typeof this.store.append>[2][number], actor: Actor, runId?: string): void {
    const at = new Date(Date.UTC(2026, 0, 1, this.#hour++)).toISOString();
    this.store.unit(() =>
      this.store.append(automationStream, "nightly", [event as never], { actor, at, ...(runId && { runId }) })
    );
  }

  get rows() {
    return listNotifications(this.store.projector.tables, {}, { limit: 100, offset: 0 });
  }

  rebuildDifferences(): string[] {
    return rebuildDifferences(this.store);
  }
}

Deno.test("a schedule that keeps failing is one notification that counts up, until a person changes it", async () => {
  const log = new Log();
  for (let i = 0; i < 23; i++) {
    log.append({ type: "automation.failed", data: { reason: "no repository" } }, "system");
  }
  log.append({ type: "automation.disabled", data: {} }, "system");
  assert.deepEqual(log.rows.map((row) => [row.category, row.severity, row.occurrences, row.open]), [
    ["automation", "error", 23, 1],
  ]);
  log.append({ type: "automation.missed", data: { detail: "The service was off." } }, "system");
  assert.deepEqual(openCounts(log.store.projector.tables), { automation: 2 });
  log.append({ type: "automation.enabled", data: {} }, "operator");
  assert.deepEqual(openCounts(log.store.projector.tables), {});
  log.append({ type: "automation.failed", data: { reason: "no repository" } }, "system");
  assert.equal(log.rows.length, 3, "what was settled and fails again is a new one");
  await log.store.durable();
  assert.deepEqual(log.rebuildDifferences(), []);
});

Deno.test("erasing a run leaves no trace of it in the totals, also where it failed like another run", async () => {
  const log = new Log();
  const failed = { type: "automation.failed", data: { reason: "no repository" } };
  log.append(failed, "system", "run_1");
  log.append(failed, "system", "run_2");
  log.append(failed, "system", "run_1");
  assert.deepEqual(log.rows.map((row) => row.run_id), ["run_2", "run_1"]);
  log.store.unit(() => {
    const [tombstone] = log.store.append(runStream, "run_1", [{ type: "run.deleted", data: {} }], {
      actor: "operator",
      at: "2026-01-02T00:00:00.000Z",
      runId: "run_1",
    });
    eraseRun(log.store, "run_1", tombstone!.seq);
  });
  await log.store.durable();
  assert.deepEqual(log.rows.map((row) => [row.run_id, row.occurrences]), [["run_2", 1]]);
  assert.deepEqual(totalsOf(log.store.projector.tables).map(({ state, n }) => [state, n]), [["unread", 1]]);
  assert.deepEqual(log.rebuildDifferences(), []);
});
