import assert from "node:assert/strict";
import { join } from "node:path";
import { whyNobodyIsReady } from "../../../client/nobody_ready.ts";
import { harness } from "../../harness.ts";
import { fails, says } from "../server/reply.ts";
import { ModelServer } from "../server/model_server.ts";

const MODE = 0o777;

Deno.test("a provider is added, changed and removed over HTTP: the file is private and whole, in force at once, and keeps what else it says", async () => {
  await using server = ModelServer.start(() => says("ready"));
  await using h = await harness({ localServers: [] });
  const path = join(h.directory, "providers.json");
  const [found, events] = [await h.operator("POST /providers/find"), [] as string[]];
  assert.equal(found.revision, null);
  const body = { id: "near", kind: "openai-compatible" as const, baseUrl: server.baseUrl };
  for (const { type } of await h.eventsOf(() => h.operator("POST /providers", { body }))) events.push(type);
  assert.deepEqual(events, ["provider.connected"]);
  assert.equal(Deno.statSync(path).mode! & MODE, 0o600);
  assert.deepEqual(Object.keys(await h.operator("GET /providers/health")), ["builtin", "near"]);

  const own = JSON.parse(Deno.readTextFileSync(path));
  own.providers[0].privacy = "private-network";
  own.budgets = { perDayUsd: 3 };
  Deno.writeTextFileSync(path, JSON.stringify(own));
  const changed = await h.operator("POST /providers", { body: { id: "near", label: "Near", models: ["m"] } });
  assert.deepEqual(changed.providers, [{ id: "near", kind: "openai-compatible" }]);
  assert.deepEqual(JSON.parse(Deno.readTextFileSync(path)), {
    providers: [{ ...body, privacy: "private-network", label: "Near", models: [{ id: "m" }] }],
    budgets: { perDayUsd: 3 },
  });
  assert.equal((await h.operator("POST /providers/find")).revision, changed.revision);

  const unknown = await h.json("POST", "/providers", { id: "far", label: "Far" });
  assert.equal(unknown.status, 400);
  assert.match(
    JSON.stringify(unknown.body),
    /no provider \\"far\\" in providers.json. To add it, give its kind/,
  );
  const removed = await h.operator("POST /providers/:provider/remove", {
    params: { provider: "near" },
    body: {},
  });
  assert.deepEqual(removed.providers, []);
  assert.deepEqual(JSON.parse(Deno.readTextFileSync(path)).budgets, { perDayUsd: 3 });
  const again = await h.json("POST", "/providers/near/remove", {});
  assert.equal(again.status, 404);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a file that changed since it was looked at, or is broken, is left as it is", async () => {
  await using h = await harness({ localServers: [] });
  const path = join(h.directory, "providers.json");
  const body = { id: "near", kind: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1", revision: null };
  assert.equal((await h.json("POST", "/providers", body)).status, 200);
  const before = Deno.readTextFileSync(path);
  const late = await h.json("POST", "/providers", { ...body, label: "Late" });
  assert.equal(late.status, 400);
  assert.match(JSON.stringify(late.body), /has changed since you read it/);
  assert.equal(Deno.readTextFileSync(path), before);
  for (const broken of ["{", '{ "providers": [], "later": 1 }']) {
    Deno.writeTextFileSync(path, broken);
    const refused = await h.json("POST", "/providers", { ...body, revision: undefined });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /fixed by hand first/);
    assert.equal(Deno.readTextFileSync(path), broken);
  }
});

Deno.test("a link to the file stays one, and what it leads to is changed", async () => {
  await using h = await harness({ localServers: [] });
  const target = join(h.directory, "dotfiles.json");
  Deno.writeTextFileSync(target, "{}");
  Deno.symlinkSync(target, join(h.directory, "providers.json"));
  await h.operator("POST /providers", { body: { id: "a", kind: "acp", agent: "opencode", through: "near" } });
  assert.equal(Deno.lstatSync(join(h.directory, "providers.json")).isSymlink, true);
  assert.deepEqual(JSON.parse(Deno.readTextFileSync(target)).providers, [
    { id: "a", kind: "acp", through: "near", preset: "opencode", command: ["opencode", "acp"] },
  ]);
  await h.operator("POST /providers", { body: { id: "a", kind: "acp", agent: "codex" } });
  assert.deepEqual(JSON.parse(Deno.readTextFileSync(target)).providers[0].command, ["codex-acp"]);
});

Deno.test("find names the servers that answer with their models, those that do not, and what needs a key", async () => {
  await using server = ModelServer.start(() => says("ready"));
  await using empty = ModelServer.start(() => says("ready"), { models: [] });
  await using h = await harness({
    localServers: [
      { id: "empty", label: "Empty", baseUrl: empty.baseUrl },
      { id: "here", label: "Here", baseUrl: server.baseUrl },
      { id: "gone", label: "Gone", baseUrl: "http://127.0.0.1:9/v1" },
    ],
  });
  const { found } = await h.operator("POST /providers/find");
  const states = Object.fromEntries(found.map(({ id, state, models }) => [id, [state, models]]));
  assert.deepEqual(states.here, ["ready", ["here/test-model"]]);
  assert.deepEqual(states.gone, ["absent", []]);
  assert.deepEqual(states.empty, ["not_ready", []]);
  assert.deepEqual(states.openai, ["needs_key", []]);
  assert.deepEqual(server.questions, []);
  // What was only looked for is no provider.
  assert.deepEqual(Object.keys(await h.operator("GET /providers/health")), ["builtin", "empty", "here"]);
});

Deno.test("before a run is refused for want of a model, one that was started on this machine meanwhile is found", async () => {
  await using server = ModelServer.start(() => says("ready"));
  await using h = await harness({ localServers: [{ id: "here", label: "Here", baseUrl: server.baseUrl }] });
  const request = "make it nicer";
  assert.deepEqual(await h.operator("GET /models"), ["builtin/recipe"]);
  assert.equal(await whyNobodyIsReady(h.operator, { request }), null);
  const preview = await h.operator("POST /model-routing/preview", { body: { request } });
  assert.equal(preview.selectedModel?.id, "here/test-model");
});

Deno.test("a test asks one model once, says what answered, and counts as a call; a failing one is asked once, too", async () => {
  let reply = says("ready");
  await using server = ModelServer.start(() => reply, { models: ["test-model", "second"] });
  await using h = await harness({ localServers: [] });
  await h.operator("POST /providers", {
    body: { id: "near", kind: "openai-compatible", baseUrl: server.baseUrl },
  });
  const params = { provider: "near" };
  const good = await h.operator("POST /providers/:provider/test", { params, body: {} });
  assert.deepEqual([good.ok, good.model], [true, "near/test-model"]);
  assert.match(good.detail, /^near\/test-model answered in \d+\.\d s\.$/);
  reply = fails(500, "the disk is full");
  const bad = await h.operator("POST /providers/:provider/test", { params, body: { model: "second" } });
  assert.deepEqual([bad.ok, bad.model], [false, "near/second"]);
  assert.match(bad.detail, /the disk is full/);
  assert.equal(server.questions.length, 2);
  const none = await h.operator("POST /providers/:provider/test", { params, body: { model: "other" } });
  assert.deepEqual([none.ok, none.model], [false, null]);
  assert.match(none.detail, /no model "other"/);
  assert.equal((await h.json("POST", "/providers/builtin/test", {})).status, 400);
  assert.deepEqual(h.rebuildDifferences(), []);
});
