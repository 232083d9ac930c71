import assert from "node:assert/strict";
import { join } from "node:path";
import { secretsInPatch } from "../../services/accounts/secrets/patch.ts";
import { useSecret } from "../../services/accounts/secrets/use.ts";
import { harness } from "../harness.ts";
import { CANARY, restarted, store, systemOf } from "./secrets_world.ts";

const USE = { call: "model.call", host: "api.example.org" };
const OTHER = "another-value-that-is-long-enough-0815";
const body = { name: "canary", kind: "api-key" };

/** Sets a variable of this process while something is tried. */
async function withVariable(name: string, value: string, work: () => Promise<void>): Promise<void> {
  Deno.env.set(name, value);
  try {
    await work();
  } finally {
    Deno.env.delete(name);
  }
}

Deno.test("a secret that refers to another variable, or by another class, is a new version with the new value", () =>
  withVariable("SECRET_BOUNDS_A", CANARY, () =>
    withVariable("SECRET_BOUNDS_B", OTHER, async () => {
      await using h = await harness();
      const set = async (more: object) => (await h.json("POST", "/secrets", { ...body, ...more })).body;
      const { id } = await set({ storageClass: "env", reference: "SECRET_BOUNDS_A" });
      assert.equal((await set({ id, storageClass: "env", reference: "SECRET_BOUNDS_B" })).version, 2);
      assert.equal(await useSecret(systemOf(h), { id }, USE), OTHER);
      const moved = await set({ id, storageClass: "command", reference: "SECRET_BOUNDS_B" });
      assert.deepEqual([moved.version, moved.storageClass], [3, "command"]);
    })));

Deno.test("the value of a secret whose file is gone can be set again", async () => {
  await using h = await harness();
  const { id } = await store(h);
  Deno.removeSync(h.service.vault.files.path({ id, version: 1 }));
  const again = await h.json("POST", "/secrets", { ...body, id, value: CANARY });
  assert.deepEqual([again.body.version, again.body.materialStatus], [2, "present"]);
  assert.equal(await useSecret(systemOf(h), { id }, USE), CANARY);
});

Deno.test("the end of a value is shown from 24 characters on", async () => {
  await using h = await harness();
  const previewOf = async (name: string, value: string) => (await store(h, value, { name })).redactedPreview;
  assert.equal(await previewOf("long", "abcdefghijklmnopqrst-987"), "…-987");
  assert.equal(await previewOf("short", "abcdefghijklmnopqrst-98"), "…");
});

Deno.test("a secret that is deleted while its command runs gives no value and leaves no receipt", async () => {
  await using h = await harness();
  const flag = join(h.directory, "go-on");
  const reference = `until test -e '${flag}'; do sleep 0.01; done; echo ${OTHER}`;
  const { id } = await h.operator("POST /secrets", { body: { ...body, storageClass: "command", reference } });
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const stop = h.store.subscribe((events) => {
    if (events.some(({ type }) => type === "process.started")) resolve();
  });
  const used = assert.rejects(useSecret(systemOf(h), { id }, USE), /was deleted on/);
  await started;
  stop();
  await h.operator("POST /secrets/:id/delete", { params: { id } });
  Deno.writeTextFileSync(flag, "");
  await used;
  assert.equal((await h.operator("GET /secrets/:id", { params: { id } })).receipts.total, 0);
});

Deno.test("the secret of a provider is its newest that was not deleted", async () => {
  await using h = await harness();
  await store(h, CANARY, { name: "older", provider: "openai" });
  const { id } = await store(h, OTHER, { name: "newer", provider: "openai" });
  assert.equal(await useSecret(systemOf(h), { provider: "openai" }, USE), OTHER);
  await h.operator("POST /secrets/:id/delete", { params: { id } });
  assert.equal(await useSecret(systemOf(h), { provider: "openai" }, USE), CANARY);
});

Deno.test("a command that prints white space alone has printed nothing", async () => {
  await using h = await harness();
  const { id } = await h.operator("POST /secrets", {
    body: { ...body, storageClass: "command", reference: "echo '   '" },
  });
  await assert.rejects(useSecret(systemOf(h), { id }, USE), /printed nothing/);
});

Deno.test("metadata has at most 4,096 bytes", async () => {
  await using h = await harness();
  const set = (name: string, bytes: number) =>
    h.json("POST", "/secrets", { ...body, name, value: CANARY, metadata: { a: "x".repeat(bytes - 8) } });
  assert.equal((await set("fits", 4096)).status, 201);
  assert.equal((await set("too much", 4097)).status, 400);
});

Deno.test("a patch is searched in what it takes out, too, and names a hundred files", async () => {
  await using h = await harness();
  await store(h);
  const file = (name: string, lines: string) =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${lines}\n`;
  const found = (patch: string) => secretsInPatch(h.service, new TextEncoder().encode(patch));
  const taken = found(file("a.txt", `-key = ${CANARY}\n+key = none`));
  assert.deepEqual([taken.paths, taken.labels.length], [["a.txt"], 1]);
  const many = Array.from({ length: 101 }, (_, at) => file(`${at}.txt`, `+key = ${CANARY}`)).join("");
  assert.equal(found(many).paths.length, 100);
});

Deno.test("after a start all secrets of variables are known, however many there are", () =>
  withVariable("SECRET_BOUNDS_A", CANARY, () =>
    withVariable("SECRET_BOUNDS_B", OTHER, async () => {
      let h = await harness();
      const refer = (name: string, reference: string) =>
        h.operator("POST /secrets", { body: { ...body, name, storageClass: "env", reference } });
      for (let at = 0; at < 500; at += 50) {
        await Promise.all(Array.from({ length: 50 }, (_, i) => refer(`n${at + i}`, "SECRET_BOUNDS_A")));
      }
      await refer("last", "SECRET_BOUNDS_B");
      h = await restarted(h);
      assert.equal(h.service.redactor.labelsIn(OTHER).length, 1);
      await h[Symbol.asyncDispose]();
    })));
