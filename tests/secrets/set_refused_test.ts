import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { CANARY, store } from "./secrets_world.ts";

const OTHER = "another-value-that-is-long-enough-0815";

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
  assert.deepEqual([deleted.status, /was deleted/.test(deleted.body.error)], [400, true]);
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

Deno.test("POST /secrets: all stored values together have a limit, which a rotation or a deletion makes room in", async () => {
  await using h = await harness();
  const large = (n: number) => `${CANARY}${n}`.padEnd(64 * 1024, "x");
  const ids: string[] = [];
  const set = async (n: number, id?: string) => {
    const body = {
      name: `large-${id ? ids.indexOf(id) : n}`,
      kind: "key-file",
      value: large(n),
      ...(id && { id }),
    };
    return await h.json("POST", "/secrets", body);
  };
  let refused = await set(0);
  while (refused.status === 201 && ids.length < 70) {
    ids.push(refused.body.id);
    refused = await set(ids.length);
  }
  assert.deepEqual([refused.status, ids.length > 30, ids.length < 64], [400, true, true]);
  assert.match(
    refused.body.error,
    /may have 4 MiB, and \d\.\d MiB are used\. Delete .*secrets delete.*class command/,
  );
  assert.equal((await set(99, ids[0])).status, 200, "a rotation replaces the stored value");
  const reference = { name: "small", kind: "key", storageClass: "command", reference: "cat ~/key" };
  assert.equal((await h.json("POST", "/secrets", reference)).status, 201, "nothing of it is stored");
  await h.operator("POST /secrets/:id/delete", { params: { id: ids[0]! } });
  assert.equal((await set(200)).status, 201);
});

Deno.test("POST /secrets: there is a limit of their number, which says what to do", async () => {
  await using h = await harness();
  const set = (n: number) =>
    h.json("POST", "/secrets", { name: `n${n}`, kind: "k", storageClass: "env", reference: `UNSET_${n}` });
  for (let n = 0; n < 1_000; n++) assert.equal((await set(n)).status, 201);
  const { status, body } = await set(1_000);
  assert.deepEqual([
    status,
    /limit of 1000 secrets is reached.*secrets list.*secrets delete/.test(body.error),
  ], [
    400,
    true,
  ]);
});
