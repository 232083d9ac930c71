import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { CANARY, filesBelow, filesWith, restarted, store } from "./secrets_world.ts";

Deno.test("POST /secrets/:id/delete removes the material and keeps what is known; again it changes nothing", async () => {
  await using h = await harness();
  const { id, fingerprint } = await store(h);
  const path = h.service.vault.files.path({ id, version: 1 });
  using held = await Deno.open(path);
  const sealed = Deno.readTextFileSync(path);
  const events = await h.eventsOf(async () => {
    const deleted = await h.operator("POST /secrets/:id/delete", { params: { id } });
    assert.deepEqual(
      [deleted.status, deleted.materialStatus, deleted.fingerprint, deleted.name],
      ["deleted", "removed", fingerprint, "canary"],
    );
    assert.ok(deleted.deletedAt);
    assert.ok(deleted.versions.every(({ removedAt }) => removedAt !== null));
    assert.deepEqual(await h.operator("POST /secrets/:id/delete", { params: { id } }), deleted);
  });
  assert.deepEqual(events.map(({ type }) => type), ["secret.deleted"]);
  // The file that is open still is the one that was there: it was overwritten before it was removed.
  const left = new Uint8Array(sealed.length);
  assert.equal(await held.read(left), sealed.length);
  assert.ok(left.every((byte) => byte === 0));
  assert.deepEqual(h.service.vault.files.list(), { material: [], halfWritten: [] });
  const dataKey = JSON.parse(sealed).dataKey.sealed;
  for (const needle of [CANARY, dataKey]) assert.deepEqual(filesWith(h.directory, needle), []);
  assert.ok([...filesBelow(h.directory)].some(({ path }) => path.endsWith("-wal")));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a service that starts removes material that no record uses, and what was left half written", async () => {
  let h = await harness();
  try {
    const { id } = await store(h);
    const { files } = h.service.vault;
    const kept = Deno.readTextFileSync(files.path({ id, version: 1 }));
    for (const version of [2, 7]) Deno.writeTextFileSync(files.path({ id, version }), kept);
    Deno.writeTextFileSync(files.path({ id: `secret_${"0".repeat(26)}`, version: 1 }), kept);
    Deno.writeTextFileSync(`${files.path({ id, version: 2 })}.x.tmp`, kept.slice(0, 20));
    h = await restarted(h);
    assert.deepEqual(h.service.vault.files.list(), { material: [{ id, version: 1 }], halfWritten: [] });
    assert.equal(Deno.readTextFileSync(files.path({ id, version: 1 })), kept);
  } finally {
    await h[Symbol.asyncDispose]();
  }
});
