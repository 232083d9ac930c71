import assert from "node:assert/strict";
import { takeTestBackup } from "../backups/made.ts";
import { join } from "node:path";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { NotFoundError, UnavailableError } from "../../services/ground/kernel/errors.ts";
import { eraseMaterial } from "../../services/ground/material/erase.ts";
import { keepMaterial } from "../../services/ground/material/keep.ts";
import { readMaterial } from "../../services/ground/material/read.ts";
import type { MaterialOwner } from "../../store/material/document.ts";
import { verifyChain } from "../../store/verify.ts";
import { TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { canary, sightings } from "../store/canaries.ts";
import { temporaryDirectory } from "../temporary.ts";

const ACCOUNT: MaterialOwner = { kind: "account", id: "account_a" };
const OTHER: MaterialOwner = { kind: "stream", id: "conversation/b" };

const keep = (h: Harness, text: string, owner: MaterialOwner, until: string | null = null) =>
  keepMaterial(contextFor(h.service, "operator"), { content: new TextEncoder().encode(text), owner, until });

const read = async (h: Harness, id: string): Promise<string> =>
  new TextDecoder().decode(await readMaterial(contextFor(h.service, "operator"), id));

const erase = (h: Harness, owner: MaterialOwner) => eraseMaterial(contextFor(h.service, "operator"), owner);

/** What must hold of every store. */
async function checkStore(h: Harness): Promise<void> {
  assert.equal(verifyChain(h.store.database).ok, true);
  assert.deepEqual(h.rebuildDifferences(), []);
  const report = await h.operator("POST /control-plane/restore-verification");
  assert.equal(report.ok, true, JSON.stringify(report.checks));
}

Deno.test("erasing an owner's material removes its bytes and their hash from every file, and nothing of another's", async () => {
  await using h = await harness();
  const [mine, theirs] = [canary("mine"), canary("theirs")];
  const kept = await keep(h, mine, ACCOUNT);
  await keep(h, `${mine} too`, ACCOUNT);
  const other = await keep(h, theirs, OTHER);
  assert.equal(await read(h, kept.id), mine);
  assert.ok(sightings(h.directory, [mine]).length > 0 && sightings(h.directory, [kept.sha256]).length > 0);

  assert.equal(await erase(h, ACCOUNT), 2);
  assert.deepEqual(sightings(h.directory, [mine, kept.sha256]), []);
  await assert.rejects(read(h, kept.id), NotFoundError);
  assert.equal(await read(h, other.id), theirs);
  const tombstone = h.store.events.ofStream(`material/${kept.id}`).at(-1)!;
  assert.deepEqual([tombstone.type, tombstone.data], ["material.deleted", { reason: "erased" }]);
  assert.equal(verifyChain(h.store.database).erased.length, 2);
  assert.equal(await erase(h, ACCOUNT), 0);
  await checkStore(h);
});

Deno.test("the same content of two owners stays until the last of them is erased", async () => {
  await using h = await harness();
  const word = canary("shared");
  await keep(h, word, ACCOUNT);
  const other = await keep(h, word, OTHER);
  await erase(h, ACCOUNT);
  assert.equal(await read(h, other.id), word);
  await checkStore(h);
  await erase(h, OTHER);
  assert.deepEqual(sightings(h.directory, [word]), []);
  await checkStore(h);
});

Deno.test("keeping and erasing the same content at once leaves whatever is still kept readable", async () => {
  await using h = await harness();
  for (let round = 0; round < 10; round++) {
    const owners = [ACCOUNT, OTHER, { kind: "account", id: "account_c" }] as const;
    const kept = await Promise.all(owners.map(async (owner, i) => {
      const one = await keep(h, "the same", owner);
      if (i < 2) await erase(h, owner);
      return one;
    }));
    assert.equal(await read(h, kept[2]!.id), "the same");
    await erase(h, owners[2]);
  }
  await checkStore(h);
});

Deno.test("material of a run goes with the run", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const word = canary("run");
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "x", repoPath: repository.root },
  });
  const kept = await keep(h, word, { kind: "run", id });
  await h.operator("POST /runs/:id/delete", { params: { id } });
  assert.deepEqual(sightings(h.directory, [word, kept.sha256]), []);
  await assert.rejects(read(h, kept.id), NotFoundError);
  await checkStore(h);
});

Deno.test("maintenance erases material when its retention has ended, and not before", async () => {
  let now = new Date("2026-01-01T00:00:00.000Z");
  await using h = await harness({ now: () => now });
  const word = canary("expires");
  await keep(h, word, ACCOUNT, "2026-01-02T00:00:00.000Z");
  const stays = await keep(h, "stays", ACCOUNT);
  await h.composition.maintenance.runOnce();
  assert.ok(sightings(h.directory, [word]).length > 0);
  now = new Date("2026-01-02T00:00:00.000Z");
  await h.composition.maintenance.runOnce();
  assert.deepEqual(sightings(h.directory, [word]), []);
  const last = h.store.events.after(0, 1000).findLast(({ type }) => type === "material.deleted")!;
  assert.deepEqual([last.actor, last.data], ["system", { reason: "expired" }]);
  assert.equal(await read(h, stays.id), "stays");
  await checkStore(h);
});

Deno.test("material that is missing is reported with its hash; material that was erased is not", async () => {
  await using h = await harness();
  const kept = await keep(h, "content", ACCOUNT);
  const gone = await keep(h, "other content", OTHER);
  await erase(h, OTHER);
  await Deno.remove(h.service.artifacts.path(kept.sha256));
  await assert.rejects(read(h, kept.id), UnavailableError);
  const { ok, checks } = await h.operator("POST /control-plane/restore-verification");
  assert.equal(ok, false);
  const detail = checks.find(({ name }) => name === "artifacts")!.detail;
  assert.match(detail, new RegExp(kept.sha256));
  assert.doesNotMatch(detail, new RegExp(gone.sha256));
});

Deno.test("a large stream is kept without being held, and one that breaks off leaves nothing", async () => {
  await using h = await harness();
  const ctx = contextFor(h.service, "operator");
  const word = canary("broken");
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(word);
    await Promise.reject(new Error("the line went down"));
  }
  await assert.rejects(keepMaterial(ctx, { content: broken(), owner: ACCOUNT, until: null }), /went down/);
  assert.deepEqual(sightings(h.directory, [word]), []);
  assert.equal(await erase(h, ACCOUNT), 0);
  await checkStore(h);
});

Deno.test("a backup holds what is kept and not what was erased, and a restored directory reads it", async () => {
  await using h = await harness();
  const kept = await keep(h, "kept in a backup", ACCOUNT);
  const gone = await keep(h, canary("gone"), OTHER);
  await erase(h, OTHER);
  const place = temporaryDirectory();
  const path = join(place, "backup");
  await takeTestBackup(h.directory, path);
  const report = await restoreBackup(path, join(place, "restored"), null);
  assert.ok(report.ok, JSON.stringify(report.checks));
  const restored = await Harness.open({}, join(place, "restored"));
  assert.equal(await read(restored, kept.id), "kept in a backup");
  await assert.rejects(read(restored, gone.id), NotFoundError);
  await restored.close();
  await Deno.remove(place, { recursive: true });
});
