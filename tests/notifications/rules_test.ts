import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { approvalStream } from "../../store/approvals/stream.ts";
import { erase } from "../../store/erase.ts";
import { listNotifications } from "../../store/notifications/reader.ts";
import { totalsOf } from "../../store/notifications/totals.ts";
import { runStream } from "../../store/runs/stream.ts";
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
  const long = `The entry ${"x".repeat(1988)}${"\u{1F600}".repeat(9)} does not fit its hash.`;
  await warn(long);
  const repeated = await warn(long);
  assert.equal(repeated.items[0]!.occurrences, 2, "also where its detail is cut within a character");
  assert.ok(repeated.items[0]!.detail.isWellFormed());
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

Deno.test("erasing a run leaves no trace of it in the totals, also where another run had the same to say", async () => {
  await using h = await harness();
  const { store } = h;
  const ctx = contextFor(h.service, "system");
  const detail = "The entry 7 does not fit its hash.";
  for (const runId of ["run_1", "run_2", "run_1"]) {
    record(ctx, systemStream, "service", [{ type: "audit.integrity_warning", data: { detail } }], { runId });
  }
  const rows = () => listNotifications(store.projector.tables, {}, { limit: 100, offset: 0 });
  assert.deepEqual(rows().map((row) => [row.run_id, row.occurrences]), [["run_2", 1], ["run_1", 2]]);
  await store.commit(() => {
    const [tombstone] = record(ctx, runStream, "run_1", [{ type: "run.deleted", data: {} }], {
      runId: "run_1",
    });
    erase(store, { runId: "run_1" }, tombstone!.seq);
  });
  assert.deepEqual(rows().map((row) => [row.run_id, row.occurrences]), [["run_2", 1]]);
  assert.deepEqual(totalsOf(store.projector.tables).map(({ state, n }) => [state, n]), [["unread", 1]]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
