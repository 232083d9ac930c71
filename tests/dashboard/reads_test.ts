import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { TestRepository } from "../git.ts";

Deno.test("POST /shell/sample: 201, a separate repository whose test fails, a run whose patch fixes it; once per key", async () => {
  await using h = await harness({ workers: 2 });
  const made = await h.operator("POST /shell/sample", {}, { idempotencyKey: "one" });
  const again = await h.operator("POST /shell/sample", {}, { idempotencyKey: "one" });
  assert.equal(again.id, made.id);
  assert.ok(made.repoPath.startsWith(h.directory), "it lies in the storage directory");
  assert.equal([...Deno.readDirSync(`${h.directory}/samples`)].length, 1);
  const test = () =>
    new Deno.Command("sh", { args: ["test.sh"], cwd: made.repoPath, stdout: "null" }).outputSync().code;
  assert.notEqual(test(), 0);
  const run = await h.settled(made.id);
  assert.deepEqual([run.status, run.evaluation?.outcome, pendingOf(run).policyClass], [
    "waiting",
    "passed",
    "repo-write",
  ]);
  assert.ok(run.tasks.length >= 3);
  await h.operator("POST /approvals/:id/approve", {
    params: { id: pendingOf(run).id },
    body: { actorType: "human", reviewedEvidence: true, reviewedHashes: true, reviewedPolicyClass: true },
  });
  assert.equal((await h.settled(made.id)).status, "completed");
  assert.equal(test(), 0);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("GET /history: all runs including archived ones, newest first, in pages", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    const body = { request: `create ${i}.md with "x"`, repoPath: repository.root };
    ids.unshift((await h.operator("POST /runs", { body })).id);
  }
  await h.operator("POST /runs/:id/cancel", { params: { id: ids[1]! } });
  await h.operator("POST /runs/archive");
  const shown = await h.operator("GET /history");
  assert.deepEqual(shown.map(({ id }) => id), ids);
  assert.ok(shown[1]!.archivedAt);
  const page = await h.operator("GET /history", { query: { limit: 1, offset: 2 } });
  assert.deepEqual(page.map(({ id }) => id), [ids[2]]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /dashboard/calendar/events: the runs and expiries of a period, by time; an invalid period is 400", async () => {
  const clock = { at: Date.parse("2026-01-10T00:00:00.000Z") };
  await using h = await harness({ workers: 1, now: () => new Date(clock.at++) });
  using repository = TestRepository.make();
  const ask = (name: string) =>
    h.operator("POST /coordinator/runs", {
      body: { request: `create ${name} with "x"`, repoPath: repository.root },
    });
  const early = await h.settled((await ask("early.md")).id);
  clock.at = Date.parse("2026-01-20T00:00:00.000Z");
  const late = await h.settled((await ask("late.md")).id);
  const events = (from?: string, to?: string) =>
    h.operator("POST /dashboard/calendar/events", { body: { ...(from && { from }), ...(to && { to }) } });
  const summary = (found: Awaited<ReturnType<typeof events>>) =>
    found.map(({ kind, runId }) => [kind, runId]);
  assert.deepEqual(summary(await events("2026-01-09T00:00:00Z", "2026-01-15T00:00:00Z")), [[
    "run",
    early.id,
  ]]);
  assert.deepEqual(summary(await events("2026-01-19T00:00:00Z", "2026-01-21T00:00:00Z")), [["run", late.id]]);
  assert.deepEqual(summary(await events("2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z")), [
    ["approval-expiry", early.id],
    ["approval-expiry", late.id],
  ]);
  const [expiry] = await events("2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z");
  assert.deepEqual([expiry!.approvalId, expiry!.start], [pendingOf(early).id, pendingOf(early).expiresAt]);
  assert.equal(expiry!.href, `/dashboard/approvals/${pendingOf(early).id}`);
  assert.deepEqual(
    summary(await events()),
    [["run", late.id], ["approval-expiry", early.id]],
    "a month around now",
  );
  for (const body of [{ from: "yesterday" }, { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" }]) {
    const { status, body: answer } = await h.json("POST", "/dashboard/calendar/events", body);
    assert.equal(status, 400);
    assert.match(answer.error, /from/);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});
