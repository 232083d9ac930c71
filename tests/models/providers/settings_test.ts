import assert from "node:assert/strict";
import { harness } from "../../harness.ts";
import { configure, oneProvider } from "./catalog_server.ts";

Deno.test("GET /providers/health: the program's own recipes are a provider, without any configuration", async () => {
  await using h = await harness({ localServers: [] });
  const health = await h.operator("GET /providers/health");
  assert.deepEqual(Object.keys(health), ["builtin"]);
  assert.equal(health.builtin!.ready, true);
  assert.deepEqual(health.builtin!.modelPreview, ["recipe"]);
  assert.deepEqual(await h.operator("GET /models"), ["builtin/recipe"]);
});

Deno.test("providers.json is read again when it changes, and its removal takes back what it said", async () => {
  await using h = await harness({ localServers: [] });
  const ids = async () => Object.keys(await h.operator("GET /providers/health"));
  configure(h, oneProvider("http://127.0.0.1:9/v1"));
  assert.deepEqual(await ids(), ["builtin", "near"]);
  configure(h, oneProvider("http://127.0.0.1:9/v1", { id: "other" }));
  assert.deepEqual(await ids(), ["builtin", "other"]);
  await Deno.remove(`${h.directory}/providers.json`);
  assert.deepEqual(await ids(), ["builtin"]);
});

Deno.test("a broken providers.json stops nothing: the last good one holds, and health, status and doctor say why", async () => {
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider("http://127.0.0.1:9/v1", { models: [{ id: "m" }] }));
  assert.deepEqual(await h.operator("GET /models", { query: { provider: "near" } }), ["near/m"]);
  configure(h, '{ "providers": [');
  assert.deepEqual(await h.operator("GET /models", { query: { provider: "near" } }), ["near/m"]);
  const health = await h.operator("GET /providers/health");
  for (const id of ["builtin", "near"]) {
    assert.match(health[id]!.warnings.join(), /providers\.json: it is not valid JSON/);
  }
  const { providerConfiguration, modelCatalogStatus } = await h.operator("GET /control-plane/status");
  assert.equal(providerConfiguration.ok, false);
  assert.match(providerConfiguration.detail!, /not valid JSON/);
  assert.match(providerConfiguration.fix!, /providers\.json/);
  assert.equal(modelCatalogStatus.models, 2);
  configure(h, oneProvider("http://127.0.0.1:9/v1"));
  assert.equal((await h.operator("GET /control-plane/status")).providerConfiguration.ok, true);
});

const provider = (more: Record<string, unknown>) => ({
  providers: [{ id: "p", kind: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1", ...more }],
});

for (
  const [what, content, sentence] of [
    ["no JSON", "{", /^providers\.json: it is not valid JSON: /],
    ["a list", "[]", /^providers\.json: the file: expected object/],
    ["an unknown field", provider({ modles: [] }), /providers\[0\] of "p": there is no field "modles"/],
    [
      "an address that is none",
      provider({ baseUrl: "here" }),
      /providers\[0\]\.baseUrl of "p": "here" is not an http/,
    ],
    ["a missing address", provider({ baseUrl: undefined }), /providers\[0\]\.baseUrl of "p": it is missing/],
    [
      "credentials in the address",
      provider({ baseUrl: "http://a:b@127.0.0.1/v1" }),
      /the address contains credentials/,
    ],
    [
      "a key over plain http",
      provider({ baseUrl: "http://example.org/v1", secret: "k" }),
      /unencrypted. Use https/,
    ],
    [
      "a header with a key",
      provider({ headers: { Authorization: "x" } }),
      /"Authorization" contains credentials/,
    ],
    [
      "a kind that is none",
      provider({ kind: "magic" }),
      /providers\[0\]\.kind of "p" is "magic": .*openai-compatible/,
    ],
    [
      "an agent without a command",
      provider({ kind: "acp", baseUrl: undefined }),
      /the kind acp needs the program/,
    ],
    ["a command of an API", provider({ command: ["x"] }), /runs no command/],
    ["an id that is none", provider({ id: "A b" }), /is "A b": 1 to 64 lower-case letters/],
    [
      "the id of the program's own",
      provider({ id: "builtin" }),
      /"builtin" is the name of what the program brings/,
    ],
    [
      "one id twice",
      { providers: [...provider({}).providers, ...provider({}).providers] },
      /providers\[1\]\.id of "p": "p" appears twice/,
    ],
    ["a model twice", provider({ models: [{ id: "m" }, { id: "m" }] }), /the model "m" appears twice/],
    [
      "a price below zero",
      provider({ models: [{ id: "m", inputCostPerMillion: -1 }] }),
      /inputCostPerMillion.* is -1/,
    ],
    ["a budget of nothing", { budgets: { perDayUsd: 0 } }, /budgets\.perDayUsd is 0: /],
  ] as const
) {
  Deno.test(`providers.json with ${what} says where, what, and what would be right`, async () => {
    await using h = await harness({ localServers: [] });
    configure(h, content);
    const { providerConfiguration } = await h.operator("GET /control-plane/status");
    assert.match(providerConfiguration.detail ?? "it was taken", sentence);
    assert.deepEqual(Object.keys(await h.operator("GET /providers/health")), ["builtin"]);
  });
}

Deno.test("a hosted provider appears with a secret for it, and goes with that", async () => {
  await using h = await harness({ localServers: [] });
  const ids = async () => Object.keys(await h.operator("GET /providers/health"));
  const secret = await h.operator("POST /secrets", {
    body: { name: "ANTHROPIC_API_KEY", kind: "api-key", value: "canary-key-value" },
  });
  assert.deepEqual(await ids(), ["builtin", "anthropic"]);
  const { anthropic } = await h.operator("GET /providers/health");
  assert.equal(anthropic!.privacy, "third-party");
  assert.equal(anthropic!.credentials.status, "ready");
  assert.equal(anthropic!.credentials.secretId, secret.id);
  await h.operator("POST /secrets/:id/delete", { params: { id: secret.id } });
  assert.deepEqual(await ids(), ["builtin"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what is configured under the id or address of a preset takes its place", async () => {
  await using h = await harness({ localServers: [] });
  await h.operator("POST /secrets", {
    body: { name: "openai", kind: "api-key", provider: "openai", value: "canary-key-value" },
  });
  configure(h, { providers: [{ id: "mine", kind: "openai", secret: "openai" }] });
  assert.deepEqual(Object.keys(await h.operator("GET /providers/health")), ["builtin", "mine"]);
});
