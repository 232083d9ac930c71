import assert from "node:assert/strict";
import { join } from "node:path";
import { main } from "../../commands/main.ts";
import { fails, says } from "../models/server/reply.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { testNeeding } from "../kit/skip.ts";
import { NO_TMUX, terminalPlace } from "./terminal_place.ts";
import { fakeShell, startFixture } from "./fixture.ts";

const KEY = "sk-canary-0123456789-abcdefghijklmnop";

type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** Connects as a person at a terminal would, with these answers. */
async function connect({ url }: Fixture, args: readonly string[], answers: readonly string[] | null) {
  const { shell, printed, questions } = fakeShell(answers, { AGENT_HARNESS_URL: url });
  const code = await main(["connect", ...args], shell);
  return { code, questions, ...printed };
}

/** The number that the list gives to another address: the last one. */
const lastNumber = (text: string) => /Which one\? \[1–(\d+)\]/.exec(text)![1]!;

Deno.test("connect: a server with an address and a key is tested, becomes the default, and handles plain English from then on", async () => {
  await using server = ModelServer.start(() => says("ready"));
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const number = lastNumber((await connect(fixture, [], [""])).questions[0]!);
  const connected = await connect(fixture, [], [number, server.baseUrl, KEY]);
  assert.equal(connected.code, 0, connected.stderr);
  assert.match(connected.stdout, /✓.*127\.0\.0\.1-\d+\/test-model answered in \d+\.\d s\./);
  assert.match(connected.stdout, /is now the default model/);
  assert.equal(server.questions[0]!.headers.get("authorization"), `Bearer ${KEY}`);
  assert.ok(!JSON.stringify(connected).includes(KEY));
  const preview = await fixture.connection.call("POST /model-routing/preview", {
    body: { request: "make it nicer", role: "worker" },
  });
  assert.equal(preview.selectedModel?.model, "test-model");
  const recipe = await fixture.connection.call("POST /model-routing/preview", {
    body: { request: 'create a.txt with "a"', role: "worker" },
  });
  assert.equal(recipe.selectedModel?.id, "builtin/recipe");

  const again = await connect(fixture, [preview.selectedModel!.provider], null);
  assert.equal(again.code, 0, again.stderr);
  const policies = await fixture.connection.call("GET /model-routing/policies", { query: {} });
  assert.deepEqual(policies.map(({ name }) => name), ["Default"]);
});

Deno.test("connect: a refused key exits with 1 and one sentence, and sets no default", async () => {
  await using server = ModelServer.start(() => fails(401, "no such key"));
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  await fixture.connection.call("POST /providers", {
    body: { id: "near", kind: "openai-compatible", baseUrl: server.baseUrl },
  });
  const refused = await connect(fixture, ["near"], null);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /✗.*refused the credentials/);
  assert.deepEqual(await fixture.connection.call("GET /model-routing/policies", { query: {} }), []);
  const unknown = await connect(fixture, ["nobody"], null);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /Unknown provider "nobody"\. Choose one of: .*near/);
});

Deno.test("connect: after a wrong key another is asked for, until one is right; a server is not kept if none is", async () => {
  await using server = ModelServer.start(() => says("ready"));
  server.key = KEY;
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const ids = async () => Object.keys(await fixture.connection.call("GET /providers/health", {}));
  const number = lastNumber((await connect(fixture, [], [""])).questions[0]!);
  const before = await ids();
  const gaveUp = await connect(fixture, [], [number, server.baseUrl, "sk-wrong-0", "sk-wrong-1", ""]);
  assert.equal(gaveUp.code, 1);
  assert.equal(gaveUp.questions.filter((question) => question.startsWith("Another key for")).length, 2);
  assert.match(gaveUp.stderr, /was not added/);
  assert.deepEqual(await ids(), before);
  const right = await connect(fixture, [], [number, server.baseUrl, "sk-wrong-0", KEY]);
  assert.equal(right.code, 0, right.stderr);
  assert.match(right.stdout, /✗[^]*✓.*test-model answered in/);
  assert.ok(!JSON.stringify([gaveUp, right]).includes(KEY));
});

Deno.test("connect: a hosted model that is named is asked its key for, as if it were chosen from the list", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const asked = await connect(fixture, ["openai/gpt-5"], [""]);
  assert.deepEqual(asked.questions, ["The key of OpenAI (it is not shown): "], asked.stderr);
  assert.equal(asked.code, 1);
  const script = await connect(fixture, ["openai/gpt-5"], null);
  assert.equal(script.code, 2);
  assert.match(script.stderr, /It needs your API key\. Connect it at a terminal, or store its key with/);
});

testNeeding(NO_TMUX, {
  name:
    "connect: an agent is used with the server that its own configuration names, which the list shows, in one answer",
  fn: async () => {
    await using server = ModelServer.start(() => says("ready"));
    await using place = await terminalPlace();
    const bin = join(place.repository, "..", "bin");
    await Deno.mkdir(bin);
    await Deno.writeTextFile(join(bin, "opencode"), "#!/bin/sh\necho 1.2.3\n", { mode: 0o755 });
    await using terminal = await place.terminal({ PATH: `${bin}:${Deno.env.get("PATH")}` });
    await Deno.mkdir(join(terminal.directory, ".config/opencode"), { recursive: true });
    const provider = { near: { options: { baseURL: server.baseUrl } } };
    const file = join(terminal.directory, ".config/opencode/opencode.json");
    await Deno.writeTextFile(file, JSON.stringify({ model: "near/test-model", provider }));
    await terminal.type(`${place.command} connect`);
    await terminal.press("Enter");
    const shown = await terminal.asks(/Which one\? \[1–\d+\]/);
    assert.match(shown, /1 {2}opencode opencode {2}configured {2}Its configuration, ~\/\.config\/opencode/);
    assert.match(shown.replaceAll("\n", ""), new RegExp(`test-model at ${server.baseUrl} \\(openai-compat`));
    assert.deepEqual(server.questions, []);
    await terminal.send("1");
    await terminal.shows(/opencode\/default is now the default model/);
    assert.equal(server.questions.length, 1);
    await place.endStarted();
  },
});

Deno.test("connect: without a terminal, it lists what was found and changes nothing", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const listed = await connect(fixture, [], null);
  assert.equal(listed.code, 0);
  assert.match(listed.stdout, /OpenAI .*openai.*needs a key/);
  const json = JSON.parse((await connect(fixture, ["--json"], null)).stdout);
  assert.ok(json.some(({ id }: { id: string }) => id === "anthropic"));
  assert.deepEqual(await fixture.connection.call("GET /model-routing/policies", { query: {} }), []);
});
