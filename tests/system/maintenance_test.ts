import assert from "node:assert/strict";
import { part } from "../../services/ground/kernel/part.ts";
import { MaintenanceRound } from "../../services/operations/system/maintenance.ts";
import { builtinWorker } from "../../services/workforce/recipes/worker.ts";
import type { Worker } from "../../services/workforce/workers/worker.ts";
import { TestRepository } from "../git.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { harness } from "../harness.ts";
import { Database } from "../../store/database.ts";
import { DATABASE_FILE } from "../../store/mod.ts";
import { systemStream } from "../../store/system/stream.ts";
import { sightings } from "../store/canaries.ts";
import { queuedRun } from "../routes/queued_run.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** A clock that stands until it is moved. */
function clock() {
  let at = Date.parse("2026-01-02T03:04:05.678Z");
  return { now: () => new Date(at), pass: (milliseconds: number) => void (at += milliseconds) };
}

Deno.test("an approval without a decision for 30 days expires, its run fails approval_expired, nothing is written", async () => {
  using repository = TestRepository.make();
  const { now, pass } = clock();
  await using h = await harness({ workers: 1, now });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: 'create a.md with "x"', repoPath: repository.root },
  });
  const waiting = await h.settled(id);
  assert.equal(waiting.waitingFor?.expiresAt, new Date(now().getTime() + 30 * DAY).toISOString());
  pass(30 * DAY - 1);
  assert.equal((await h.composition.maintenance.runOnce()).expiredApprovals, 0);
  pass(1);
  const events = await h.eventsOf(() => h.composition.maintenance.runOnce());
  const types = events.map(({ type }) => type);
  assert.deepEqual(types.filter((type) => /^(?:run|approval|task)/.test(type)), [
    "approval.expired",
    "run.failed",
  ]);
  assert.equal(types.at(-1), "system.maintenance_completed");
  assert.ok(events.every(({ actor }) => actor === "system"));
  const ended = await h.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual([ended.status, ended.statusReason, ended.approvals[0]?.status], [
    "failed",
    "approval_expired",
    "expired",
  ]);
  assert.equal(repository.exists("a.md"), false);
  assert.equal((await h.composition.maintenance.runOnce()).expiredApprovals, 0);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run that waits for a provider fails provider_unavailable after 24 hours, and not before", async () => {
  using repository = TestRepository.make();
  const { now, pass } = clock();
  const notReady: Worker = {
    ...builtinWorker,
    provider: "absent",
    readiness: () => ({ ready: false, reason: "it is off.", fix: "Turn it on." }),
  };
  await using h = await harness({ workers: 1, now, availableWorkers: [notReady] });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: 'create a.md with "x"', repoPath: repository.root, worker: { provider: "absent" } },
  });
  const waiting = await h.settled(id);
  assert.equal(waiting.waitingFor?.kind, "dependency");
  assert.match(waiting.waitingFor!.detail, /Turn it on/);
  pass(DAY - 1);
  await h.composition.maintenance.runOnce();
  assert.equal((await h.operator("GET /runs/:id", { params: { id } })).status, "waiting");
  pass(1);
  assert.equal((await h.composition.maintenance.runOnce()).expiredWaits, 1);
  const ended = await h.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual([ended.status, ended.statusReason], ["failed", "provider_unavailable"]);
});

Deno.test("a run that waits for a failed task fails with the task's own reason after 30 days, and not before", async () => {
  using repository = TestRepository.make();
  const { now, pass } = clock();
  await using h = await harness({ workers: 1, now });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "run echo because; exit 3", repoPath: repository.root },
  });
  const { waitingFor } = await h.settled(id);
  assert.equal(waitingFor?.expiresAt, new Date(now().getTime() + 30 * DAY).toISOString());
  pass(30 * DAY - 1);
  assert.equal((await h.composition.maintenance.runOnce()).expiredWaits, 0);
  pass(1);
  assert.equal((await h.composition.maintenance.runOnce()).expiredWaits, 1);
  const ended = await h.operator("GET /runs/:id", { params: { id } });
  assert.deepEqual([ended.status, ended.statusReason], ["failed", "command_failed"]);
  assert.match(ended.statusDetail!, /failed and was not retried: .*because/s);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a run whose approved patch met drift fails by it after 30 days, and not before", async () => {
  using repository = TestRepository.make({ "a.txt": "one\n" });
  const { now, pass } = clock();
  await using h = await harness({ workers: 1, now });
  const waiting = await runToRest(h, repository, { request: 'replace "one" with "1" in a.txt' });
  repository.write({ "a.txt": "mine\n" });
  await approvePending(h, waiting);
  pass(30 * DAY - 1);
  assert.equal((await h.composition.maintenance.runOnce()).expiredWaits, 0);
  pass(1);
  assert.equal((await h.composition.maintenance.runOnce()).expiredWaits, 1);
  const ended = await h.operator("GET /runs/:id", { params: { id: waiting.id } });
  assert.deepEqual([ended.status, ended.statusReason], ["failed", "approval_stale"]);
  assert.match(ended.statusDetail!, /The work was not redone in time\. .*a\.txt/);
  assert.equal(repository.read("a.txt"), "mine\n");
});

Deno.test("maintenance forgets idempotency answers after 24 hours, and says so", async () => {
  const { now, pass } = clock();
  await using h = await harness({ now });
  await using run = await queuedRun(h);
  const body = { request: "x", repoPath: run.repoPath };
  await h.operator("POST /runs", { body }, { idempotencyKey: "k" });
  pass(DAY);
  assert.equal((await h.composition.maintenance.runOnce()).forgottenAnswers, 0);
  pass(1);
  assert.equal((await h.composition.maintenance.runOnce()).forgottenAnswers, 1);
  const status = await h.operator("GET /control-plane/status");
  assert.equal(status.workerState.maintenanceAt, now().toISOString());
});

Deno.test("an interval of 0 turns maintenance off; another one runs it on a timer", async () => {
  const every: (number | undefined)[] = [];
  const real = globalThis.setInterval;
  globalThis.setInterval = ((_: () => void, interval?: number) => {
    every.push(interval);
    return real(() => {}, 2 ** 30);
  }) as typeof setInterval;
  await using h = await harness();
  const { maintenance, service } = h.composition;
  every.length = 0;
  maintenance.start();
  assert.deepEqual(every, []);
  service.config.maintenanceIntervalMilliseconds = 1234;
  maintenance.start();
  globalThis.setInterval = real;
  assert.deepEqual(every, [1234]);
});

Deno.test("what an erasure could not take out of the write-ahead log, for a reader, the next maintenance takes out", async () => {
  await using h = await harness();
  const canary = `canary-${crypto.randomUUID()}`;
  await using run = await queuedRun(h, canary);
  const reader = new Database(`${h.directory}/${DATABASE_FILE}`, { readOnly: true });
  reader.exec("begin");
  reader.get("select count(*) from events");
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  assert.notDeepEqual(sightings(h.directory, [canary]), []);
  reader.close();
  await h.composition.maintenance.runOnce();
  assert.deepEqual(sightings(h.directory, [canary]), []);
});

Deno.test("a part whose maintenance fails keeps no other from its own, and the pass is not said to be complete", async () => {
  await using h = await harness();
  const done: string[] = [];
  const round = (fails: string) =>
    new MaintenanceRound(
      h.service,
      ["a", "b", "c"].map((name) => {
        const work = (step: string) => () => {
          if (`${step} ${name}` === fails) throw new Error(fails);
          done.push(`${step} ${name}`);
        };
        return part({ name, tidy: work("tidy"), clean: work("clean") });
      }),
    );
  const maintainedAt = () => h.store.documents.get(systemStream, "service")?.maintenanceAt ?? null;
  const all = ["tidy a", "tidy b", "tidy c", "clean a", "clean b", "clean c"];
  await assert.rejects(round("tidy a").runOnce(), /^Error: tidy a$/);
  assert.deepEqual(done.splice(0), all.filter((each) => each !== "tidy a"));
  assert.equal(maintainedAt(), null);
  await assert.rejects(round("clean b").runOnce(), /^Error: clean b$/);
  assert.deepEqual(done.splice(0), all.filter((each) => each !== "clean b"));
  await round("none").runOnce();
  assert.deepEqual(done, all);
  assert.notEqual(maintainedAt(), null);
});
