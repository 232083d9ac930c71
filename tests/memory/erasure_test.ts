import assert from "node:assert/strict";
import { join } from "node:path";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { recordMemoryUse } from "../../services/knowledge/memory/use.ts";
import { replaceProjections } from "../../store/rebuild.ts";
import { verifyChain } from "../../store/verify.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";
import { idsOf, remember } from "./memory_world.ts";

/** Whether the words stand anywhere in the database's files. */
async function isOnDisk(h: Harness, words: string): Promise<boolean> {
  for (const name of ["harness.db", "harness.db-wal"]) {
    const bytes = await Deno.readFile(join(h.directory, name)).catch(() => new Uint8Array());
    if (new TextDecoder("latin1").decode(bytes).includes(words)) return true;
  }
  return false;
}

const rejectWith = (h: Harness, id: string, reviewerNote: string) =>
  h.operator("POST /approvals/:id/reject", { params: { id }, body: { actorType: "human", reviewerNote } });

Deno.test("POST /runs/:id/delete takes along what memory took from the run: records, candidates, search, both ends of links", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  await rejectWith(h, pendingOf(run).id, "Always mention quokkasecret in the notes.");
  await h.settled(run.id);
  const { extracted: [{ id } = { id: "" }] } = await h.operator("POST /memory/maintenance", {});
  const promoted = await h.operator("POST /memory/candidates/:id/promote", { params: { id }, body: {} });
  assert.equal(promoted.runId, run.id);
  const before = await remember(h, { content: "The mascot is a bear." });
  const source = { kind: "run", id: run.id };
  const middle = await remember(h, {
    content: "The mascot is a wombatsecret.",
    source,
    supersedes: before.id,
  });
  const after = await remember(h, { content: "The mascot is a fox.", supersedes: middle.id });
  const ctx = contextFor(h.service, "system");
  const use = { step: "plan", recordIds: [before.id, after.id] };
  await h.store.commit(() => recordMemoryUse(ctx, { ...use, context: { runId: run.id } }));
  await h.store.commit(() => recordMemoryUse(ctx, { ...use, context: { runId: "run_other" } }));
  assert.equal((await h.operator("GET /memory", { query: { query: "quokkasecret" } })).length, 1);

  assert.equal(await isOnDisk(h, "quokkasecret"), true);
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  const left = await h.operator("GET /memory");
  assert.deepEqual(idsOf(left), [after.id, before.id]);
  assert.equal(left[0]!.supersedes, undefined);
  assert.deepEqual([left[1]!.status, left[1]!.supersededBy], ["active", undefined]);
  assert.deepEqual(left.map(({ receipts }) => receipts.total), [1, 1]);
  assert.deepEqual(await h.operator("GET /memory/candidates"), []);
  for (const query of ["quokkasecret", "wombatsecret", '"mascot is a wombatsecret"']) {
    assert.deepEqual(await h.operator("GET /memory", { query: { query } }), []);
  }
  assert.deepEqual(
    idsOf(await h.operator("GET /memory", { query: { query: "mascot", status: "active" } })),
    [after.id, before.id],
  );
  for (const words of ["quokkasecret", "wombatsecret", "kkasecret", "mbatsecret"]) {
    assert.equal(await isOnDisk(h, words), false, words);
  }
  assert.equal(verifyChain(h.store.database).ok, true);
  assert.deepEqual(h.rebuildDifferences(), []);
  assert.deepEqual((await h.operator("POST /memory/maintenance", {})).extracted, []);
});

Deno.test("tables that are folded anew serve search, writes and erasure as before, twice over", async () => {
  await using h = await harness();
  const first = await remember(h, { content: "Parrots talk." });
  const { database, registry } = h.store;
  for (let round = 0; round < 2; round++) {
    database.transaction(() => replaceProjections(database, registry));
    h.store.lazyViews.reload();
    assert.deepEqual(idsOf(await h.operator("GET /memory", { query: { query: "parrot" } })).at(-1), first.id);
    const next = await remember(h, { content: `Parrots listen, round ${round}.` });
    assert.equal((await h.operator("GET /memory", { query: { query: "parrot" } }))[0]!.id, next.id);
    const secure = database.get<{ v: number }>(
      "select v from memory_search_config where k = 'secure-delete'",
    );
    assert.equal(secure?.v, 1);
    database.exec("insert into memory_search (memory_search, rank) values ('integrity-check', 1)");
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /control-plane/restore-verification verifies a store with full-text tables", async () => {
  await using h = await harness();
  await remember(h, { content: "Worth keeping." });
  const report = await h.operator("POST /control-plane/restore-verification", { body: {} });
  assert.deepEqual(report.checks.filter(({ ok }) => !ok), []);
});

Deno.test("rebuildDifferences sees a full-text row that the log does not give", async () => {
  await using h = await harness();
  await remember(h, { content: "One of a kind." });
  h.store.database.exec("update memory_search set content = 'another'");
  assert.deepEqual(h.rebuildDifferences(), ["memory_search"]);
});
