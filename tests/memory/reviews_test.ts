import assert from "node:assert/strict";
import { runMemoryMaintenance } from "../../services/knowledge/memory/maintain.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { documentsTable } from "../../store/projector.ts";
import { type Harness, harness } from "../harness.ts";
import { idsOf, remember, testClock } from "./memory_world.ts";

/** Every record's document, byte for byte. */
const documentsOf = (h: Harness) =>
  ["memory_record", "memory_candidate"].flatMap((kind) =>
    h.store.database.all(`select id, version, body from ${documentsTable(kind)} order by id`)
  );

Deno.test("POST /memory/review finds contradictions within a scope, stores them, and changes no record", async () => {
  await using h = await harness();
  const project = { scope: "project", scopeId: "/work/a" };
  const npm = await remember(h, { ...project, content: "The build tool is npm." });
  const deno = await remember(h, { ...project, content: "We agreed. Our build tool is deno." });
  await remember(h, { scope: "project", scopeId: "/work/b", content: "The build tool is make." });
  const before = documentsOf(h);
  const { status, body: report } = await h.json("POST", "/memory/review", {});
  assert.equal(status, 201);
  assert.deepEqual(report.counts, { contradiction: 1, duplicate: 0, expired: 0, stale: 0 });
  assert.deepEqual(report.findings[0].recordIds, [deno.id, npm.id]);
  assert.equal(report.findings[0].state, "open");
  assert.equal(report.findings[0].excerpts, undefined);
  assert.deepEqual(documentsOf(h), before);

  const read = await h.operator("GET /memory/reviews/:id", { params: { id: report.id } });
  assert.match(read.findings[0]!.detail, /build tool.*says "deno".*says "npm"/);
  assert.deepEqual(idsOf(read.findings[0]!.excerpts!), [deno.id, npm.id]);
  await remember(h, { ...project, content: "The build tool is deno.", supersedes: npm.id });
  const [listed] = await h.operator("GET /memory/reviews");
  assert.equal(listed!.findings[0]!.state, "resolved");
  assert.equal(listed!.open, 0);
  assert.equal((await h.operator("POST /memory/review", {})).counts.contradiction, 0);
  assert.equal((await h.json("GET", "/memory/reviews/none")).status, 404);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /memory/review says if it did not compare all records of a subject, or not all subjects", async () => {
  await using h = await harness();
  const review = (scope: string) => h.operator("POST /memory/review", { body: { scope } });
  for (let i = 0; i < 21; i++) {
    await remember(h, { scope: "many", content: i === 0 ? "The port is 80." : "The port is 443." });
  }
  const many = await review("many");
  assert.deepEqual([many.counts.contradiction, many.counts.duplicate, many.truncated], [0, 1, true]);
  for (let i = 0; i < 201; i++) {
    for (const value of ["red", "dark red"]) {
      await remember(h, { scope: "wide", content: `The colour of part${i} is ${value}.` });
    }
  }
  const wide = await review("wide");
  assert.deepEqual([wide.counts.contradiction, wide.truncated], [0, true]);
  await remember(h, { scope: "few", content: "The colour is red." });
  await remember(h, { scope: "few", content: "The colour is dark red." });
  assert.equal((await review("few")).truncated, false);
});

Deno.test("POST /memory/review takes what holds one after the other for no contradiction", async () => {
  await using h = await harness();
  const [until, from] = ["2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z"];
  const old = await remember(h, { content: "The deploy day is Friday.", validTo: until });
  await remember(h, { content: "The deploy day is Monday.", validFrom: from });
  const review = () => h.operator("POST /memory/review", {});
  assert.equal((await review()).counts.contradiction, 0);
  const early = await remember(h, { content: "The deploy day is Sunday.", validTo: from });
  const { findings } = await review();
  assert.deepEqual(
    findings.filter(({ kind }) => kind === "contradiction").map(({ recordIds }) => recordIds),
    [[early.id, old.id]],
  );
});

Deno.test("POST /memory/review finds duplicates, expired and stale records, in the scope that was asked for", async () => {
  const clock = testClock();
  await using h = await harness({ now: clock.now });
  const a = await remember(h, { content: "Deploy on Fridays." });
  const b = await remember(h, { content: "deploy on fridays" });
  const passing = await remember(h, {
    content: "The office is closed.",
    validTo: "2026-03-10T00:00:00+01:00",
  });
  await remember(h, { scope: "team", content: "Fresh for a team." });
  const review = (body = {}) => h.operator("POST /memory/review", { body });
  assert.deepEqual((await review()).counts, { contradiction: 0, duplicate: 1, expired: 0, stale: 0 });
  clock.forward(200);
  const late = await review();
  assert.deepEqual(late.counts, { contradiction: 0, duplicate: 1, expired: 1, stale: 4 });
  assert.deepEqual(late.findings.find(({ kind }) => kind === "duplicate")?.recordIds, [a.id, b.id]);
  assert.deepEqual(late.findings.find(({ kind }) => kind === "expired")?.recordIds, [passing.id]);
  assert.equal((await review({ staleAfterDays: 300 })).counts.stale, 0);
  assert.deepEqual((await review({ scope: "team" })).counts, {
    contradiction: 0,
    duplicate: 0,
    expired: 0,
    stale: 1,
  });
  assert.equal((await h.operator("GET /memory/reviews", { query: { limit: 2 } })).length, 2);
  for (const staleAfterDays of [-1, 0, 0.5]) {
    for (const path of ["/memory/review", "/memory/maintenance"]) {
      const { status, body } = await h.json("POST", path, { archiveStale: true, staleAfterDays });
      assert.equal(status, 400, "what was recorded today is not stale");
      assert.match(body.error, /staleAfterDays/);
    }
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /memory/maintenance without flags changes no record; archiveStale archives what is stale or expired", async () => {
  const clock = testClock();
  await using h = await harness({ now: clock.now });
  const old = await remember(h, { content: "An old fact about the cache." });
  const passing = await remember(h, { content: "Closed today.", validTo: "2026-03-02T00:00:00Z" });
  clock.forward(400);
  const fresh = await remember(h, { content: "A fresh fact about the queue." });
  const before = documentsOf(h);
  const { status, body: report } = await h.json("POST", "/memory/maintenance", {});
  assert.equal(status, 201);
  assert.deepEqual([report.archived, report.promoted], [[], []]);
  assert.equal(report.review.counts.stale, 2);
  assert.deepEqual(documentsOf(h), before);

  const archiving = await h.operator("POST /memory/maintenance", { body: { archiveStale: true } });
  assert.deepEqual(idsOf(archiving.archived).sort(), [old.id, passing.id].sort());
  assert.equal(archiving.review.open, 0);
  assert.deepEqual(idsOf(await h.operator("GET /memory", { query: { status: "active" } })), [fresh.id]);
  const [archived] = await h.operator("GET /memory", { query: { query: "cache" } });
  assert.equal(archived!.archivedReason, "stale");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /memory/maintenance looks at one scope, and at what is as old as it is told", async () => {
  const clock = testClock();
  await using h = await harness({ now: clock.now });
  const old = await remember(h, { scope: "team", content: "An old fact about the cache." });
  clock.forward(20);
  const recent = await remember(h, { scope: "project", scopeId: "/work/a", content: "A recent fact." });
  clock.forward(10);
  for (
    const [scope, staleAfterDays, stale] of [["team", 25, 1], ["project", 25, 0], ["project", 5, 1]] as const
  ) {
    const body = { scope, staleAfterDays };
    const report = await h.operator("POST /memory/maintenance", { body });
    assert.deepEqual([report.scope, report.staleAfterDays], [scope, staleAfterDays]);
    assert.equal(report.review.counts.stale, stale, `${scope} ${staleAfterDays}`);
    const found = report.review.findings.flatMap(({ recordIds }) => recordIds);
    assert.deepEqual(found, stale === 0 ? [] : [scope === "team" ? old.id : recent.id]);
  }
});

Deno.test("runMemoryMaintenance records nothing while nothing changes, and looks again when a record expires", async () => {
  const clock = testClock();
  await using h = await harness({ now: clock.now });
  const cycle = () =>
    h.eventsOf(async () => {
      const ctx = contextFor(h.service, "system");
      await runMemoryMaintenance(ctx);
      await ctx.settled();
    });
  assert.deepEqual(await cycle(), []);
  await remember(h, { content: "Closed today.", validTo: "2026-03-05T00:00:00Z" });
  assert.deepEqual((await cycle()).map(({ type }) => type), [
    "memory.reviewed",
    "memory.maintenance_completed",
  ]);
  assert.deepEqual(await cycle(), []);
  clock.forward(10);
  assert.equal((await cycle()).length, 2);
  assert.deepEqual(await cycle(), []);
  assert.equal((await h.operator("GET /memory", { query: { status: "active" } })).length, 1);
  assert.deepEqual(h.rebuildDifferences(), []);
});
