import assert from "node:assert/strict";
import { useSecret } from "../../services/accounts/secrets/use.ts";
import { Harness, harness, OPERATOR } from "../harness.ts";
import { programFile } from "../programs.ts";
import { startProcess } from "./service.ts";
import { CANARY, filesWith, store, systemOf } from "./secrets_world.ts";

const SERVICE = programFile("tests/secrets/faults/main.ts");
const ROTATED = "rotated-while-it-was-killed-0815";
const USE = { call: "model.call", host: "api.example.org" };

/** Starts the service so that it kills itself at that point, sends the request that leads there, and waits for its end. */
async function killedAt(point: string, storage: string, path: string, body: unknown): Promise<void> {
  await using service = await startProcess({
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_TOKEN: OPERATOR,
    AGENT_HARNESS_WORKERS: "0",
    FAULT_POINT: point,
  }, SERVICE);
  await assert.rejects(fetch(`${service.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${OPERATOR}` },
    body: JSON.stringify(body),
  }));
  assert.equal((await service.ended).signal, "SIGKILL", service.printed());
}

/** A storage directory with one secret, and nobody who holds it. */
async function stored(): Promise<{ directory: string; id: string }> {
  const h = await harness();
  const { id } = await store(h);
  await h.close();
  return { directory: h.directory, id };
}

for (const point of ["half-written", "stored"]) {
  Deno.test(`kill -9 before a rotation is recorded (${point}): the former value stays in use, and no other file`, async () => {
    const { directory, id } = await stored();
    await killedAt(point, directory, "/secrets", { id, name: "canary", kind: "api-key", value: ROTATED });
    await using h = await Harness.open({}, directory);
    assert.equal((await h.operator("GET /secrets/:id", { params: { id } })).version, 1);
    assert.equal(await useSecret(systemOf(h), { id }, USE), CANARY);
    assert.deepEqual(h.service.vault.files.list(), { material: [{ id, version: 1 }], halfWritten: [] });
    for (const value of [CANARY, ROTATED]) assert.deepEqual(filesWith(directory, value), []);
    assert.deepEqual(h.rebuildDifferences(), []);
  });

  Deno.test(`kill -9 before a new secret is recorded (${point}): it is not there, and can be set again`, async () => {
    const { directory } = await stored();
    const body = { name: "second", kind: "api-key", value: ROTATED };
    await killedAt(point, directory, "/secrets", body);
    await using h = await Harness.open({}, directory);
    assert.equal((await h.operator("GET /secrets")).length, 1);
    assert.equal(h.service.vault.files.list().material.length, 1);
    const { id } = await h.operator("POST /secrets", { body });
    assert.equal(await useSecret(systemOf(h), { id }, USE), ROTATED);
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("kill -9 between a rotation's record and the removal: the new value is in use, the old one goes at the start", async () => {
  const { directory, id } = await stored();
  await killedAt("recorded", directory, "/secrets", { id, name: "canary", kind: "api-key", value: ROTATED });
  await using h = await Harness.open({}, directory);
  assert.equal(await useSecret(systemOf(h), { id }, USE), ROTATED);
  assert.deepEqual(h.service.vault.files.list(), { material: [{ id, version: 2 }], halfWritten: [] });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("kill -9 between a deletion's record and the removal: the material goes at the start", async () => {
  const { directory, id } = await stored();
  await killedAt("recorded", directory, `/secrets/${id}/delete`, {});
  await using h = await Harness.open({}, directory);
  assert.equal((await h.operator("GET /secrets/:id", { params: { id } })).materialStatus, "removed");
  assert.deepEqual(h.service.vault.files.list(), { material: [], halfWritten: [] });
  assert.deepEqual(h.rebuildDifferences(), []);
});
