import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { useSecret } from "../../services/accounts/secrets/use.ts";
import { harness } from "../harness.ts";
import { failingCommits } from "../recovery/faults/database.ts";
import { CANARY, filesWith, store, systemOf } from "./secrets_world.ts";

const OTHER = "another-value-that-is-long-enough-0815";
const USE = { call: "model.call", host: "api.example.org" };

Deno.test("POST /secrets records what is known of a value and not the value: record, event, file", async () => {
  await using h = await harness();
  const events = await h.eventsOf(async () => {
    const { status, body } = await h.json("POST", "/secrets", {
      name: "openai",
      kind: "api-key",
      provider: "openai",
      value: CANARY,
      metadata: { owner: "me", quota: 5 },
    });
    assert.equal(status, 201);
    assert.match(body.fingerprint, /^hmac-sha256:[0-9a-f]{64}$/);
    assert.notEqual(body.fingerprint.slice(12), createHash("sha256").update(CANARY).digest("hex"));
    assert.equal(body.redactedPreview, `…${CANARY.slice(-4)}`);
    const { name, kind, provider, storageClass, materialStatus, version, metadata } = body;
    assert.deepEqual(
      { name, kind, provider, storageClass, materialStatus, version, metadata },
      {
        name: "openai",
        kind: "api-key",
        provider: "openai",
        storageClass: "local-encrypted",
        materialStatus: "present",
        version: 1,
        metadata: { owner: "me", quota: 5 },
      },
    );
    assert.ok(!("value" in body) && !("keyId" in body));
  });
  assert.deepEqual(events.map(({ type }) => type), ["secret.set"]);
  assert.ok(!JSON.stringify(events).includes('do-not-show"'));
  assert.deepEqual(filesWith(h.directory, CANARY), []);
  for (const { name } of Deno.readDirSync(h.service.vault.files.directory)) {
    assert.equal(Deno.statSync(`${h.service.vault.files.directory}/${name}`).mode! & 0o777, 0o600, name);
  }
  assert.equal(Deno.statSync(h.service.vault.files.directory).mode! & 0o777, 0o700);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("rotating a secret keeps the provider and the metadata that are left out, and null clears each", async () => {
  await using h = await harness();
  const { id } = await store(h, CANARY, { provider: "openai", metadata: { owner: "me" } });
  const rotated = async (more: object) => {
    const input = { id, name: "renamed", kind: "api-key", value: OTHER, ...more };
    const { status, body } = await h.json("POST", "/secrets", input);
    assert.equal(status, 200, JSON.stringify(body));
    return [body.provider, body.metadata];
  };
  assert.deepEqual(await rotated({}), ["openai", { owner: "me" }]);
  assert.deepEqual(await rotated({ metadata: null }), ["openai", {}]);
  assert.deepEqual(await rotated({ provider: null, metadata: { owner: "you" } }), [null, { owner: "you" }]);
});

Deno.test("POST /secrets with an id rotates: the versions are told of, and only the newest material is there", async () => {
  await using h = await harness();
  const { id } = await store(h, CANARY, { provider: "openai" });
  const { status, body } = await h.json("POST", "/secrets", {
    id,
    name: "renamed",
    kind: "api-key",
    value: OTHER,
  });
  assert.equal(status, 200);
  assert.deepEqual([body.id, body.name, body.version, body.provider], [id, "renamed", 2, "openai"]);
  assert.deepEqual(
    body.versions.map((version: { version: number; removedAt: string | null }) => [
      version.version,
      version.removedAt !== null,
    ]),
    [[2, false], [1, true]],
  );
  assert.deepEqual(h.service.vault.files.list().material, [{ id, version: 2 }]);
  assert.equal(await useSecret(systemOf(h), { name: "renamed" }, USE), OTHER);
  await assert.rejects(useSecret(systemOf(h), { name: "canary" }, USE), /no secret with the name "canary"/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /secrets: the same again is 200 and changes nothing; another description alone keeps the material", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const path = h.service.vault.files.path({ id, version: 1 });
  const before = Deno.readTextFileSync(path);
  const body = { id, name: "canary", kind: "api-key", value: CANARY };
  assert.deepEqual(await h.eventsOf(() => h.json("POST", "/secrets", body)), []);
  const changed = await h.eventsOf(() => h.json("POST", "/secrets", { ...body, metadata: { for: "tests" } }));
  assert.deepEqual(changed.map(({ type, data }) => [type, (data as { version: number }).version]), [[
    "secret.set",
    1,
  ]]);
  assert.equal(Deno.readTextFileSync(path), before);
  assert.equal((await h.operator("GET /secrets/:id", { params: { id } })).metadata.for, "tests");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /secrets: however often a secret is rotated and whatever is told of it, its document stays small", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const body = {
    id,
    name: "n".repeat(100),
    kind: "k".repeat(64),
    provider: "p".repeat(64),
    metadata: { a: "é".repeat(2000) },
  };
  for (let i = 0; i < 12; i++) {
    assert.equal((await h.json("POST", "/secrets", { ...body, value: `${OTHER}-${i}` })).body.version, i + 2);
  }
  const reference = `echo ${"é".repeat(1990)}`;
  const last = await h.json("POST", "/secrets", { ...body, storageClass: "command", reference });
  assert.deepEqual(
    last.body.versions.map(({ version }: { version: number }) => version),
    [14, 13, 12, 11, 10, 9, 8, 7, 6, 5],
  );
  const [row] = h.store.database.all<{ body: string }>("select body from documents_secret");
  assert.ok(new TextEncoder().encode(row!.body).length < 16 * 1024, String(row!.body.length));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /secrets can move a secret to another class; stored material then goes", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const body = {
    id,
    name: "canary",
    kind: "api-key",
    storageClass: "command",
    reference: "echo moved-elsewhere",
  };
  assert.equal((await h.json("POST", "/secrets", body)).body.version, 2);
  assert.deepEqual(h.service.vault.files.list().material, []);
  assert.equal(await useSecret(systemOf(h), { id }, USE), "moved-elsewhere");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /secrets under an Idempotency-Key answers once, and keeps no hash that confirms a guess", async () => {
  await using h = await harness();
  const send = (value: string) =>
    h.send("/secrets", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "k1" },
      body: JSON.stringify({ name: "ok", kind: "api-key", value }),
    });
  const first = await send(CANARY);
  const text = await first.text();
  assert.equal(first.status, 201);
  assert.deepEqual(await h.eventsOf(async () => assert.equal(await (await send(CANARY)).text(), text)), []);
  assert.equal((await send(OTHER)).status, 400);
  const rows = h.store.database.all<{ body_sha256: string; response: string }>("select * from idempotency");
  const plain = createHash("sha256").update(
    JSON.stringify(["", { name: "ok", kind: "api-key", value: CANARY }]),
  ).digest("hex");
  assert.equal(rows.length, 1);
  assert.notEqual(rows[0]!.body_sha256, plain);
  assert.ok(!JSON.stringify(rows).includes('do-not-show"'));
  assert.deepEqual(filesWith(h.directory, CANARY), []);
});

Deno.test("POST /secrets: a disk that is full keeps what was there, and leaves no material behind", async () => {
  await using h = await harness();
  const { id } = await store(h);
  {
    using _ = failingCommits(h.store.database);
    const rotated = await h.json("POST", "/secrets", { id, name: "canary", kind: "api-key", value: OTHER });
    const made = await h.json("POST", "/secrets", { name: "second", kind: "api-key", value: OTHER });
    assert.deepEqual([rotated.status, made.status], [500, 500]);
  }
  assert.deepEqual(h.service.vault.files.list(), { material: [{ id, version: 1 }], halfWritten: [] });
  assert.equal(await useSecret(systemOf(h), { id }, USE), CANARY);
  assert.deepEqual(h.rebuildDifferences(), []);
});
