import assert from "node:assert/strict";
import { join } from "node:path";
import type { Worker } from "../../services/workforce/workers/worker.ts";
import { askingWorker } from "../runs/asking_worker.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { memoryCandidateStream } from "../../store/memory/candidate_stream.ts";
import { TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";
import { idsOf, remember } from "./memory_world.ts";

const NOTE = "Always use British English in the documentation.";

/** A run whose approval was rejected with a note. */
async function rejectedRun(h: Harness, repository: TestRepository, note: string) {
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(waiting).id },
    body: { actorType: "human", reviewerNote: note },
  });
  return { run: await h.settled(waiting.id), approvalId: pendingOf(waiting).id };
}

const maintain = (h: Harness, body = {}) => h.operator("POST /memory/maintenance", { body });

Deno.test("POST /memory/maintenance proposes what a reviewer wrote, once, over restart and rebuild", async () => {
  using repository = TestRepository.make();
  const directory = temporaryDirectory();
  const first = await Harness.open({ workers: 1 }, directory);
  const { run, approvalId } = await rejectedRun(first, repository, NOTE);
  const report = await maintain(first);
  assert.equal(report.extracted.length, 1);
  assert.deepEqual(report.summary.notes, 1);
  const [candidate] = await first.operator("GET /memory/candidates");
  assert.equal(candidate!.id, report.extracted[0]!.id);
  assert.deepEqual(candidate!.source, { kind: "approval", id: approvalId });
  assert.equal(candidate!.content, NOTE);
  assert.equal(candidate!.status, "pending");
  assert.equal(candidate!.scope, "project");
  assert.equal(candidate!.scopeId, repository.root);
  assert.equal(candidate!.runId, run.id);
  assert.deepEqual((await maintain(first)).extracted, []);
  assert.deepEqual(first.rebuildDifferences(), []);
  await first.close();

  await using again = await Harness.open({ workers: 1 }, directory);
  assert.deepEqual((await maintain(again)).extracted, []);
  const other = await rejectedRun(again, repository, NOTE);
  const repeated = await maintain(again);
  assert.deepEqual(repeated.extracted, [], "the same note is the same candidate");
  const [seen, ...rest] = await again.operator("GET /memory/candidates");
  assert.equal(seen!.occurrences, 2);
  assert.deepEqual(rest, []);
  const trace = again.store.events.ofRun(other.run.id, 0, 1000).map(({ type }) => type);
  assert.equal(trace.at(-1), "memory.candidate_seen_again");
  assert.deepEqual(again.rebuildDifferences(), []);
});

Deno.test("candidates come from telling failures and repeated guidance; a nod, and guidance given once, are none", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await rejectedRun(h, repository, "no thanks");
  await runToRest(h, repository, { request: 'create c.txt with "c"', verifier: { command: "exit 3" } });
  const guide = async () => {
    const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
    await h.operator("POST /approvals/:id/reject", {
      params: { id: pendingOf(waiting).id },
      body: { actorType: "human", disposition: "rework", reviewerNote: "ok" },
    });
    const stuck = await h.settled(waiting.id);
    await h.operator("POST /task-sessions/:id/guidance", {
      params: { id: stuck.waitingFor!.id },
      body: { content: "say it in British English, please" },
    });
    await h.settled(waiting.id);
  };
  await guide();
  const rules = async () => (await h.operator("GET /memory/candidates")).map(({ rule }) => rule).sort();
  await maintain(h);
  const before = await rules();
  assert.ok(!before.includes("repeated_guidance"), before.join());
  await guide();
  await maintain(h);
  const candidates = await h.operator("GET /memory/candidates");
  const repeated = candidates.find(({ rule }) => rule === "repeated_guidance");
  assert.equal(repeated?.occurrences, 2);
  assert.equal(repeated?.type, "preference");
  assert.equal(repeated?.source.kind, "task_session");
  assert.ok(!candidates.some(({ content }) => content.includes("no thanks")));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what a fix round says to a worker is nobody's guidance, however often it says it", async () => {
  using repository = TestRepository.make();
  let written = 0;
  const worker: Worker = {
    ...askingWorker(),
    perform: async ({ directory }) => {
      await Deno.writeTextFile(join(directory, "b.txt"), `${++written}\n`);
      return { ok: true, summary: "Written." };
    },
  };
  await using h = await harness({ workers: 1, availableWorkers: [worker] });
  for (const _ of ["one", "other"]) {
    const { id } = await runToRest(h, repository, {
      request: "write",
      worker: { provider: "asking" },
      verifier: { command: "! test -f b.txt" },
      fix: 1,
    });
    const { tasks } = await h.operator("GET /runs/:id", { params: { id } });
    assert.ok(tasks.length > 1, "the control: there was a fix round");
  }
  await maintain(h);
  const candidates = await h.operator("GET /memory/candidates");
  assert.deepEqual(candidates.filter(({ source }) => source.kind === "task_session"), []);
});

Deno.test("a run that failed for a telling reason is proposed as a warning about its project; a cancelled one is not", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: "delete none.txt", onFailure: "fail" });
  assert.equal(run.status, "failed");
  const waiting = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await h.operator("POST /runs/:id/cancel", {
    params: { id: waiting.id },
    body: { reason: "a long reason for it" },
  });
  await maintain(h);
  const [failure, ...rest] = await h.operator("GET /memory/candidates");
  assert.deepEqual(rest, []);
  assert.equal(failure?.rule, "run_failure");
  assert.equal(failure.type, "warning");
  assert.deepEqual(failure.source, { kind: "run", id: run.id });
  assert.ok(failure.content.includes(run.statusReason!) && failure.content.includes("delete none.txt"));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /memory/maintenance with promote takes what is sure, said by the operator and contradicts nothing", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await rejectedRun(h, repository, NOTE);
  await rejectedRun(h, repository, "Use tabs for the indentation of code.");
  await rejectedRun(h, repository, "somewhat too long for me");
  const held = await h.operator("POST /memory", {
    body: {
      type: "decision",
      scope: "project",
      scopeId: repository.root,
      content: "Use spaces for indentation of code.",
      source: { kind: "user", id: "me" },
    },
  });
  const report = await maintain(h, { promote: true });
  const candidates = await h.operator("GET /memory/candidates");
  const idOf = (part: string) => candidates.find(({ content }) => content.includes(part))?.id;
  assert.deepEqual(report.promoted.map(({ id }) => id), [idOf("British")]);
  const reasons = new Map(report.notPromoted.map(({ id, reason }) => [id, reason]));
  assert.ok(reasons.get(idOf("tabs")!)?.includes(held.id), reasons.get(idOf("tabs")!));
  assert.match(reasons.get(idOf("too long")!)!, /confidence/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what has expired keeps nothing from being proposed again, nor from being promoted", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const over = { scope: "project", scopeId: repository.root, validTo: "2020-01-01T00:00:00Z" };
  await remember(h, { ...over, content: NOTE });
  await remember(h, { ...over, content: "Use spaces for indentation of code." });
  await rejectedRun(h, repository, NOTE);
  await rejectedRun(h, repository, "Use tabs for the indentation of code.");
  const { extracted, promoted, notPromoted } = await maintain(h, { promote: true });
  assert.deepEqual([extracted.length, promoted.length, notPromoted], [2, 2, []]);
});

Deno.test("POST /memory/maintenance with promote finds what is sure behind many older ones that wait", async () => {
  await using h = await harness();
  const ctx = contextFor(h.service, "system");
  const propose = (content: string, saidBy: "agent" | "operator") =>
    record(ctx, memoryCandidateStream, ctx.newId("memcand"), [{
      type: "memory.candidate_extracted",
      data: {
        rule: "workflow",
        type: "fact",
        scope: "global",
        content,
        source: { kind: "user", id: "me" },
        confidence: 0.9,
        reason: "It was said.",
        fingerprint: content,
        evidence: [1],
        saidBy,
      },
    }]);
  await h.store.commit(() => {
    for (let i = 0; i < 200; i++) propose(`The agent said ${i}.`, "agent");
    propose("Keep it short.", "operator");
  });
  const { promoted, notPromoted } = await maintain(h, { promote: true });
  assert.deepEqual([promoted.length, notPromoted.length], [1, 200]);
});

Deno.test("POST /memory/candidates/:id/promote makes one active record; again it is 200 with the same; rejecting it is 400", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { approvalId } = await rejectedRun(h, repository, NOTE);
  const { extracted: [{ id } = { id: "" }] } = await maintain(h);
  assert.equal((await h.json("POST", `/memory/candidates/${id}/promote`, {}, "agent-token")).status, 403);
  const made = await h.json("POST", `/memory/candidates/${id}/promote`, { reason: "true enough" });
  assert.equal(made.status, 201);
  assert.equal(made.body.status, "active");
  assert.equal(made.body.candidateId, id);
  assert.deepEqual(made.body.source, { kind: "approval", id: approvalId });
  const events = await h.eventsOf(async () => {
    const again = await h.json("POST", `/memory/candidates/${id}/promote`, {});
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, made.body);
    const refused = await h.json("POST", `/memory/candidates/${id}/reject`, {});
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, /was promoted/);
    assert.equal((await h.json("POST", "/memory/candidates/none/promote", {})).status, 404);
    assert.equal((await h.json("POST", "/memory/candidates/none/reject", {})).status, 404);
  });
  assert.deepEqual(events, []);
  const [promoted] = await h.operator("GET /memory/candidates", { query: { status: "promoted" } });
  assert.equal(promoted!.recordId, made.body.id);
  assert.equal(promoted!.decision?.reason, "true enough");
  assert.deepEqual(idsOf(await h.operator("GET /memory")), [made.body.id]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /memory/candidates/:id/reject keeps it to be looked at, for good; promoting it is 400 naming the state", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await rejectedRun(h, repository, NOTE);
  const { extracted: [{ id } = { id: "" }] } = await maintain(h);
  const rejected = await h.operator("POST /memory/candidates/:id/reject", {
    params: { id },
    body: { reviewerNote: "not in general" },
  });
  assert.equal(rejected.status, "rejected");
  assert.equal(rejected.decision?.reason, "not in general");
  const events = await h.eventsOf(async () => {
    const again = await h.json("POST", `/memory/candidates/${id}/reject`, {});
    assert.deepEqual([again.status, again.body], [200, rejected]);
    const refused = await h.json("POST", `/memory/candidates/${id}/promote`, {});
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, /was rejected/);
  });
  assert.deepEqual(events, []);
  await rejectedRun(h, repository, NOTE);
  assert.deepEqual((await maintain(h)).extracted, []);
  assert.deepEqual(await h.operator("GET /memory/candidates", { query: { status: "pending" } }), []);
  assert.deepEqual(idsOf(await h.operator("GET /memory/candidates", { query: { status: "rejected" } })), [
    id,
  ]);
  assert.equal((await h.json("GET", "/memory/candidates?status=active")).status, 400);
});
