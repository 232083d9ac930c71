import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { useSecret } from "../../services/secrets/use.ts";
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

const VALID = { name: "ok", kind: "api-key" };
const REFUSED: Readonly<Record<string, { body: Record<string, unknown>; sentence: RegExp }>> = {
  "a value that is too short": { body: { ...VALID, value: "canary!" }, sentence: /"value" is invalid/ },
  "a value that is a common word": {
    body: { ...VALID, value: "postgres" },
    sentence: /no single word or number/,
  },
  "a value that is a number": { body: { ...VALID, value: 47114711 }, sentence: /"value" is invalid/ },
  "a value in an object": { body: { ...VALID, value: { canary: CANARY } }, sentence: /"value" is invalid/ },
  "a value of white space": { body: { ...VALID, value: " ".repeat(20) }, sentence: /"value" is invalid/ },
  "a value with a null character": {
    body: { ...VALID, value: `${CANARY}\0` },
    sentence: /"value" is invalid/,
  },
  "no value": { body: VALID, sentence: /"value" is missing/ },
  "the value as the name": {
    body: { name: CANARY, kind: "api-key", value: OTHER },
    sentence: /"name" is invalid/,
  },
  "the value as the kind": { body: { name: "x", kind: CANARY, value: OTHER }, sentence: /"kind" is invalid/ },
  "the value as the class": {
    body: { ...VALID, value: OTHER, storageClass: CANARY },
    sentence: /"storageClass" is invalid/,
  },
  "the value repeated in the metadata": {
    body: { ...VALID, value: CANARY, metadata: { note: `it is ${CANARY}` } },
    sentence: /"metadata" contains the value/,
  },
  "a reference beside a value": {
    body: { ...VALID, value: CANARY, reference: "OPENAI_API_KEY" },
    sentence: /"reference" cannot be used with/,
  },
  "a value for a variable": {
    body: { ...VALID, value: CANARY, storageClass: "env" },
    sentence: /"value" cannot be used with the storage class env/,
  },
  "a variable without a name": {
    body: { ...VALID, storageClass: "env" },
    sentence: /"reference" is missing.*name of a variable/,
  },
  "a variable that is none": {
    body: { ...VALID, storageClass: "env", reference: CANARY },
    sentence: /not the name of a variable/,
  },
  "a variable of the service": {
    body: { ...VALID, storageClass: "env", reference: "AGENT_HARNESS_TOKEN" },
    sentence: /belongs to this service/,
  },
  "a variable that every command gets": {
    body: { ...VALID, storageClass: "env", reference: "HOME" },
    sentence: /passed to every command/,
  },
  "an id that is unknown": {
    body: { ...VALID, value: OTHER, id: "secret_x" },
    sentence: /no secret with the id/,
  },
};

Deno.test("POST /secrets refuses what is wrong by one sentence without the value, and records nothing", async (t) => {
  await using h = await harness();
  for (const [name, { body, sentence }] of Object.entries(REFUSED)) {
    await t.step(name, async () => {
      const events = await h.eventsOf(async () => {
        const answer = await h.json("POST", "/secrets", body);
        assert.ok(answer.status === 400 || answer.status === 404, String(answer.status));
        assert.match(answer.body.error, sentence);
        for (const shown of ["do-not-show", "47114711", OTHER]) assert.ok(!answer.body.error.includes(shown));
      });
      assert.deepEqual(events, []);
    });
  }
  assert.deepEqual(h.service.vault.files.list().material, []);
});

Deno.test("POST /secrets: broken JSON is refused without a part of it", async () => {
  await using h = await harness();
  for (
    const body of [
      `{"value":"${OTHER}"`,
      `{"value":${OTHER}}`,
      `{"value":"${OTHER}",,}`,
      OTHER,
      `"${OTHER}" x`,
    ]
  ) {
    const headers = { "content-type": "application/json" };
    const response = await h.send("/secrets", { method: "POST", headers, body });
    const { error } = await response.json();
    assert.equal(response.status, 400);
    assert.match(error, /^The body is not valid JSON: /);
    assert.ok(!error.includes(OTHER.slice(0, 8)), error);
  }
});

Deno.test("POST /secrets: a name has one secret at a time, and is free again after its deletion", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const again = await h.json("POST", "/secrets", { name: "canary", kind: "token", value: OTHER });
  assert.equal(again.status, 400);
  assert.ok(again.body.error.includes(`Send its id, "${id}", to rotate it`), again.body.error);
  await h.operator("POST /secrets/:id/delete", { params: { id } });
  assert.equal(
    (await h.json("POST", "/secrets", { name: "canary", kind: "token", value: OTHER })).status,
    201,
  );
  const deleted = await h.json("POST", "/secrets", { id, name: "x", kind: "token", value: OTHER });
  assert.deepEqual([deleted.status, /is deleted/.test(deleted.body.error)], [400, true]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /secrets under an Idempotency-Key answers once, and keeps no hash that confirms a guess", async () => {
  await using h = await harness();
  const send = (value: string) =>
    h.send("/secrets", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "k1" },
      body: JSON.stringify({ ...VALID, value }),
    });
  const first = await send(CANARY);
  const text = await first.text();
  assert.equal(first.status, 201);
  assert.deepEqual(await h.eventsOf(async () => assert.equal(await (await send(CANARY)).text(), text)), []);
  assert.equal((await send(OTHER)).status, 400);
  const rows = h.store.database.all<{ body_sha256: string; response: string }>("select * from idempotency");
  const plain = createHash("sha256").update(JSON.stringify(["", { ...VALID, value: CANARY }])).digest("hex");
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

Deno.test("GET /secrets filters by kind, provider and status in any combination, newest first", async () => {
  await using h = await harness();
  const make = (name: string, kind: string, provider: string) =>
    h.operator("POST /secrets", { body: { name, kind, provider, value: `${OTHER}-${name}` } });
  const [a, b, c] = [
    await make("a", "token", "one"),
    await make("b", "token", "two"),
    await make("c", "key", "two"),
  ];
  await h.operator("POST /secrets/:id/delete", { params: { id: b.id } });
  const names = async (query: Record<string, string>) =>
    (await h.operator("GET /secrets", { query })).map(({ name }) => name).join("");
  assert.equal(await names({}), "cba");
  assert.equal(await names({ kind: "token" }), "ba");
  assert.equal(await names({ provider: "two" }), "cb");
  assert.equal(await names({ status: "present" }), "ca");
  assert.equal(await names({ kind: "token", provider: "two" }), "b");
  assert.equal(await names({ kind: "token", status: "present" }), "a");
  assert.equal(await names({ provider: "two", status: "deleted" }), "b");
  assert.equal(await names({ kind: "key", provider: "two", status: "present" }), "c");
  assert.equal(await names({ limit: "1", offset: "1" }), "b");
  const states = await h.operator("GET /secrets/status");
  assert.deepEqual(states.map(({ id, materialStatus }) => [id, materialStatus]), [
    [c.id, "present"],
    [b.id, "removed"],
    [a.id, "present"],
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("/secrets: the agent token is refused everywhere, and learns nothing from the sentence", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const calls = [
    ["GET", "/secrets"],
    ["POST", "/secrets"],
    ["GET", "/secrets/status"],
    ["GET", `/secrets/${id}`],
    ["GET", `/secrets/${id}/status`],
    ["GET", "/secrets/secret_unknown"],
    ["POST", `/secrets/${id}/delete`],
  ] as const;
  for (const [method, path] of calls) {
    const answer = await h.json(method, path, method === "POST" ? {} : undefined, "agent-token");
    assert.equal(answer.status, 403, path);
    assert.match(
      answer.body.error,
      /^The agent token may not call [A-Z]+ \/secrets[^ ]*: it is the operator's\.$/,
    );
  }
});
