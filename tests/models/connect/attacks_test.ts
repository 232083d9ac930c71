import assert from "node:assert/strict";
import { join } from "node:path";
import { AGENT, type Harness, harness } from "../../harness.ts";
import { fails, says } from "../server/reply.ts";
import { ModelServer } from "../server/model_server.ts";

const KEY = "sk-canary-0123456789-abcdefghijklmnop";
const near = (baseUrl: string) => ({ id: "near", kind: "openai-compatible", baseUrl });
const fileOf = (h: Harness) => join(h.directory, "providers.json");

Deno.test("the agent token adds, changes, removes, finds and tests no provider; the operator can", async () => {
  await using server = ModelServer.start(() => says("ready"));
  await using h = await harness({ localServers: [] });
  const all = [
    ["/providers", near(server.baseUrl)],
    ["/providers/find", undefined],
    ["/providers/near/test", {}],
    ["/providers/near/remove", {}],
  ] as const;
  for (const [path, body] of all) {
    const events = await h.eventsOf(async () => {
      assert.equal((await h.json("POST", path, body, AGENT)).status, 403, path);
    });
    assert.deepEqual(events, []);
  }
  assert.deepEqual(server.questions, []);
  assert.throws(() => Deno.statSync(fileOf(h)), Deno.errors.NotFound);
  for (const [path, body] of all) assert.equal((await h.json("POST", path, body)).status, 200, path);
});

Deno.test("an address of this service or of a cloud's credentials is refused, under any name of it; a neighbour's port is not", async () => {
  await using h = await harness({ localServers: [] });
  const own = h.service.port();
  const refused = [
    `http://127.0.0.1:${own}/v1`,
    `http://localhost:${own}/v1`,
    `http://[::1]:${own}/v1`,
    `http://[::ffff:127.0.0.1]:${own}/v1`,
    `http://0.0.0.0:${own}/v1`,
    `http://2130706433:${own}/v1`,
    `http://127.1:${own}/v1`,
    "http://169.254.169.254/latest",
    "http://[fd00:ec2::254]/latest",
    "http://0xa9fea9fe/latest",
    "https://169.254.169.254:8443/v1",
  ];
  for (const baseUrl of refused) {
    const events = await h.eventsOf(async () => {
      assert.equal((await h.json("POST", "/providers", near(baseUrl))).status, 400, baseUrl);
    });
    assert.deepEqual(events, []);
  }
  assert.throws(() => Deno.statSync(fileOf(h)), Deno.errors.NotFound);
  assert.equal((await h.json("POST", "/providers", near(`http://127.0.0.1:${own + 1}/v1`))).status, 200);
});

Deno.test("no program of the caller's is taken: what an agent's command is comes from its preset alone", async () => {
  await using h = await harness({ localServers: [] });
  const wanted = {
    id: "a",
    kind: "acp",
    agent: "opencode",
    command: ["sh", "-c", "id"],
    allowUnsandboxed: true,
  };
  const answer = await h.json("POST", "/providers", wanted);
  const written = answer.status === 200 ? Deno.readTextFileSync(fileOf(h)) : "";
  assert.doesNotMatch(written, /"sh"|allowUnsandboxed/);
  assert.equal(
    (await h.json("POST", "/providers", { id: "b", kind: "command", command: ["sh"] })).status,
    400,
  );
});

Deno.test("a key is in no answer, error, event, file or log line, wherever it is put and whatever the server says of it", async () => {
  await using server = ModelServer.start(() => fails(401, `Incorrect API key provided: ${KEY}`));
  const lines: string[] = [];
  const log = {
    info: (line: string) => void lines.push(line),
    error: (line: string) => void lines.push(line),
  };
  await using h = await harness({ localServers: [], log });
  await h.operator("POST /secrets", {
    body: { name: "near", kind: "api-key", provider: "near", value: KEY },
  });
  const answers: unknown[] = [];
  const ask = async (path: string, body: unknown) => answers.push((await h.json("POST", path, body)).body);
  for (
    const baseUrl of [
      `${server.baseUrl}?key=${KEY}`,
      `http://me:${KEY}@127.0.0.1:9/v1`,
      `${server.baseUrl}#${KEY}`,
    ]
  ) {
    assert.equal((await h.json("POST", "/providers", near(baseUrl))).status, 400);
    await ask("/providers", near(baseUrl));
  }
  await ask("/providers", { ...near(server.baseUrl), secretName: "near" });
  const tested = await h.operator("POST /providers/:provider/test", {
    params: { provider: "near" },
    body: {},
  });
  assert.match(tested.detail, /refused the credentials/);
  answers.push(tested, await h.operator("GET /providers/health"), await h.operator("POST /providers/find"));
  // The control: the key was really sent, and really said back.
  assert.equal(server.questions[0]!.headers.get("authorization"), `Bearer ${KEY}`);
  const events = JSON.stringify(h.store.events.after(0, 10_000));
  for (const text of [JSON.stringify(answers), events, Deno.readTextFileSync(fileOf(h)), lines.join("\n")]) {
    assert.ok(!text.includes(KEY), text.slice(0, 500));
  }
});
