import assert from "node:assert/strict";
import { followRun } from "../../commands/service/follow.ts";
import { api } from "../../routes/mod.ts";
import { main } from "../../commands/main.ts";
import { fakeShell, runCli, startFixture } from "./fixture.ts";
import { AGENT, connectMcp } from "./mcp_client.ts";

const WORK = ["guide", "list", "patch", "queue", "report", "request", "say", "status", "wait", "workflows"];

const nameOf = (cli: string): string => cli.replaceAll(" ", "_");

type Listed = { name: string; description: string; inputSchema: object };

Deno.test("mcp: offers ten tools that take less than 8,000 characters; the refusal of others names the wider toolset", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  await using mcp = await connectMcp({ AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const { tools } = await mcp.client.listTools() as { tools: Listed[] };
  assert.deepEqual(tools.map(({ name }) => name).sort(), WORK);
  const characters = tools.reduce((sum, { name, description, inputSchema }) => {
    return sum + name.length + description.length + JSON.stringify(inputSchema).length;
  }, 0);
  assert.ok(characters < 8_000, `${characters} characters`);
  await assert.rejects(mcp.call("runs_get", { id: "1" }), /not in this toolset.*--toolset all/);
  await assert.rejects(
    mcp.call("approvals_approve", { id: "approval_x" }),
    /Unknown tool "approvals_approve"/,
  );
});

Deno.test("mcp: all offers exactly the operations of the agent token besides; others are absent, and refused if called", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  await using mcp = await connectMcp({
    AGENT_HARNESS_URL: fixture.url,
    AGENT_HARNESS_AGENT_TOKEN: AGENT,
    AGENT_HARNESS_TOKEN: "what-it-never-sends",
  }, { args: ["--toolset", "all"] });
  const { tools } = await mcp.client.listTools() as { tools: Listed[] };
  const mayCall = Object.values(api).filter(({ access }) => ["agent-read", "agent-steer"].includes(access));
  const expected = [...WORK, ...mayCall.map(({ cli }) => nameOf(cli))];
  assert.deepEqual(tools.map(({ name }) => name).sort(), expected.sort());
  assert.ok(tools.every(({ name }) => /^[a-zA-Z0-9_-]{1,64}$/.test(name)));
  const others = Object.values(api).filter((each) => !mayCall.includes(each));
  assert.ok(others.length > 100, "most of the service is out of reach");
  for (const { cli } of others) {
    await assert.rejects(mcp.call(nameOf(cli), { id: "approval_x" }), /Unknown tool/, cli);
  }
});

Deno.test("mcp: an agent requests, waits, guides and reads a result in six calls and 6,000 characters", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const repository = await fixture.repository();
  // A human has used the repository and the verifier: what the agent asks for there begins at once.
  await fixture.waitingRun('create first.txt with "x"', repository, "test -f a.txt");
  await using mcp = await connectMcp(
    { AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT },
    { directory: repository },
  );
  let characters = 0;
  let calls = 0;
  const ask = async (
    name: string,
    given: Record<string, unknown>,
    onprogress?: (said: { message?: string }) => void,
  ) => {
    const answer = await mcp.call(name, given, onprogress && { onprogress });
    assert.equal(answer.isError, false, answer.text);
    characters += answer.characters;
    calls++;
    return { ...answer, value: JSON.parse(answer.text) };
  };
  const asked = await ask("request", { request: 'create b.txt with "b"', verifier: "test -f a.txt" });
  const { run, id } = asked.value;
  assert.deepEqual(asked.links, [`${fixture.url}/dashboard/runs/${id}`]);
  const progress: string[] = [];
  const waited = await ask("wait", { run }, ({ message }) => void progress.push(message ?? ""));
  assert.deepEqual([waited.value.status, waited.value.needsPerson, waited.value.ended], [
    "waiting",
    true,
    false,
  ]);
  assert.ok(progress.some((message) => message.includes("The run was started")), progress.join("\n"));
  assert.match(waited.value.page, /\/dashboard\/approvals\/approval_/);
  const guided = await ask("guide", { run, text: "Keep it short." });
  assert.deepEqual(guided.value.guided, [{ task: "task_1", title: "Create b.txt" }]);
  const report = await ask("report", { run });
  assert.deepEqual(report.value.files, ["added b.txt +1 -0"]);
  assert.equal(report.value.verifier.outcome, "passed");
  assert.deepEqual(report.value.done, [{ task: "task_1", status: "completed", summary: "Created b.txt." }]);
  const patch = await ask("patch", { run });
  assert.match(patch.value.patch, /^diff --git a\/b\.txt b\/b\.txt[^]*\+b$/m);
  assert.ok(calls <= 6 && characters <= 6_000, `${calls} calls, ${characters} characters`);
  const [session] = await fixture.connection.call("GET /runs/:id/task-sessions", { params: { id } });
  const { guidance } = await fixture.connection.call("GET /task-sessions/:id", {
    params: { id: session!.id },
  });
  assert.deepEqual(guidance.map(({ content, actor }) => [content, actor]), [["Keep it short.", "agent"]]);
});

Deno.test("mcp: a wait answers in time with a cursor, continues from it, and ends when the client leaves", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT, AGENT_HARNESS_WORKERS: "0" });
  await using mcp = await connectMcp({ AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const repository = await fixture.repository();
  const { id } = await fixture.connection.call("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: repository },
  });
  const first = JSON.parse((await mcp.call("wait", { run: id, seconds: 1 })).text);
  assert.deepEqual([first.status, first.ended, first.needsPerson], ["queued", false, false]);
  assert.ok(first.news.length > 0 && first.cursor > 0, "what happened, and where to continue");
  const second = JSON.parse((await mcp.call("wait", { run: id, seconds: 1, cursor: first.cursor })).text);
  assert.deepEqual([second.news, second.cursor], [[], first.cursor]);
  const left = new AbortController();
  const waiting = mcp.call("wait", { run: id, seconds: 3600 }, {
    signal: left.signal,
    onprogress: () => left.abort(),
  });
  await assert.rejects(waiting);
  const after = JSON.parse((await mcp.call("status", { run: id })).text);
  assert.equal(after.status, "queued", "the server still answers");
  await fixture.connection.call("POST /runs/:id/cancel", { params: { id }, body: {} });
  const ended = JSON.parse((await mcp.call("wait", { run: id, cursor: first.cursor })).text);
  assert.deepEqual([ended.status, ended.ended], ["cancelled", true]);
});

Deno.test("mcp: where the service has another agent token meanwhile, the answer names the variable of that token, as the help does", async () => {
  const first = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  await using mcp = await connectMcp({ AGENT_HARNESS_URL: first.url, AGENT_HARNESS_AGENT_TOKEN: AGENT });
  await first[Symbol.asyncDispose]();
  await using _ = await startFixture({
    AGENT_HARNESS_PORT: new URL(first.url).port,
    AGENT_HARNESS_AGENT_TOKEN: `another-${AGENT}`,
  });
  const { text, isError } = await mcp.call("status");
  assert.match(text, /has another token, so yours was not sent\. Set AGENT_HARNESS_AGENT_TOKEN,/);
  assert.equal(isError, true);
  const { shell, printed } = fakeShell(null);
  await main(["mcp", "--help"], shell);
  assert.match(
    printed.stdout,
    /--token-file <file> +file with the token \(default: AGENT_HARNESS_AGENT_TOKEN\)/,
  );
});

Deno.test("mcp: what was asked before the input ended is answered", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const asked = [
    { id: 1, method: "initialize", params: client },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "status", arguments: {} } },
    { id: 3, method: "tools/call", params: { name: "list", arguments: {} } },
    { id: 4, method: "tools/list" },
  ];
  const { code, stdout } = await runCli(["mcp", "--no-start"], {
    environment: { AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT },
    stdin: asked.map((each) => JSON.stringify({ jsonrpc: "2.0", ...each }) + "\n").join(""),
  });
  const answers = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([code, answers.map(({ id }) => id).toSorted()], [0, [1, 2, 3, 4]]);
  assert.ok(answers.every(({ result }) => result && !result.isError), stdout);
});

Deno.test("mcp: answers stay JSON of 4,000 characters, however large, and say how to read the rest", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const lines = Array.from({ length: 40 }, (_, i) => `create many/file-${i}.txt with "It says \\"${i}\\"."`);
  const repository = await fixture.repository();
  const { id } = await fixture.waitingRun(lines.join("\n"), repository);
  await using mcp = await connectMcp(
    { AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT },
    { args: ["--toolset", "all"] },
  );
  const run = id;
  const calls: [string, Record<string, unknown>][] = [
    ["status", { run }],
    ["status", {}],
    ["wait", { run }],
    ["report", { run }],
    ["patch", { run }],
    ["queue", {}],
    ["list", {}],
    ["workflows", {}],
    ["runs_get", { id }],
    ["runs_workspace", { id }],
    ["runs_timeline", { id }],
    ["approvals_queue", {}],
    ["openapi", {}],
    ["docs", {}],
  ];
  for (const [name, given] of calls) {
    const answer = await mcp.call(name, given);
    assert.equal(answer.isError, false, answer.text);
    assert.doesNotThrow(() => JSON.parse(answer.text), `${name}: ${answer.text}`);
    const characters = answer.text.length + answer.note.length + answer.links.join("").length;
    assert.ok(characters <= 4_000, `${name}: ${characters}`);
  }
  const short = await mcp.call("runs_get", { id });
  assert.match(
    short.note,
    /The whole answer has \d+ characters: ask for one field of it, or for more characters/,
  );
  const all = JSON.parse((await mcp.call("runs_get", { id, field: "tasks", characters: 100_000 })).text);
  const { tasks } = await fixture.connection.call("GET /runs/:id", { params: { id } });
  assert.deepEqual(all, tasks, "nothing is left out of what fits");
  const field = JSON.parse((await mcp.call("runs_get", { id, field: "tasks.7.title" })).text);
  assert.equal(field, tasks[7]!.title);
  const none = await mcp.call("runs_get", { id, field: "tasks.7.nothing" });
  assert.match(none.text, /has no field "tasks\.7\.nothing"\. At "nothing" it has id, /);
  let patch = "";
  for (let line: number | undefined = 0; line !== undefined;) {
    const page = JSON.parse((await mcp.call("patch", { run, line })).text);
    patch += `${page.patch}\n`;
    line = page.next;
  }
  assert.equal([...patch.matchAll(/^diff --git /gm)].length, 40, "the pages are the whole patch");
  const one = JSON.parse((await mcp.call("patch", { run, file: "many/file-7.txt" })).text);
  assert.match(one.patch, /^diff --git a\/many\/file-7\.txt [^]*\+It says "7"\.$/m);
});

Deno.test("mcp: links to a person's decisions, and says what was wrong with a call in the words of the tool", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  await using mcp = await connectMcp(
    { AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT },
    { args: ["--toolset", "all"] },
  );
  const repository = await fixture.repository();
  const asked = await mcp.call("request", { request: 'create b.txt with "b"', repository });
  const { id } = JSON.parse(asked.text);
  await followRun(fixture.connection, id, { onEvent: () => {} });
  const [waits] = (await fixture.connection.call("GET /approvals/queue", {})).items;
  assert.ok(waits, "a repository that no human has used waits for one");
  const queue = JSON.parse((await mcp.call("queue")).text);
  assert.equal(queue.items[0].page, `${fixture.url}/dashboard/approvals/${waits.id}`);
  const wrong = async (name: string, given: Record<string, unknown>, expected: RegExp) => {
    const { text, isError } = await mcp.call(name, given);
    assert.equal(isError, true);
    assert.match(text, expected);
  };
  await wrong("request", {}, /^request was not called\. The argument "request" is wrong: expected string/);
  await wrong(
    "request",
    { request: "x", repoPath: "/x" },
    /has no argument "repoPath", but request, repository/,
  );
  await wrong("request", { request: "x", repository: "/nowhere" }, /"\/nowhere", which does not exist/);
  await wrong("status", { run: "#99" }, /#99/);
  await wrong("guide", { run: id, text: "x" }, /has no tasks yet/);
  await wrong("say", { text: "x" }, /There is no conversation/);
  await wrong("patch", { run: id }, /has no patch/);
  await wrong("workflows", { id: "nothing" }, /There is no template "nothing"\. There are sequential/);
  await wrong("runs_get", {}, /^id is missing\. It names the record\.$/);
  await wrong("runs_create", { request: 7, repoPath: repository }, /^The argument "request" is invalid/);
  await wrong("status", { characters: 1 }, /characters is a number from 1500 to 100000/);
});

Deno.test("mcp: sends nothing to a service that treats everyone as its operator, and does not start without a token", async () => {
  await using fixture = await startFixture();
  const environment = { AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT };
  await using mcp = await connectMcp(environment);
  const repository = await fixture.repository();
  const asked = await mcp.call("request", { request: 'create b.txt with "b"', repository });
  assert.equal(asked.isError, true);
  assert.match(asked.text, /cannot tell the agent from its operator/);
  assert.deepEqual(await fixture.connection.call("GET /runs"), []);
  const without = await runCli(["mcp", "--no-start"], { environment: { AGENT_HARNESS_URL: fixture.url } });
  assert.equal(without.code, 2);
  assert.match(without.stderr, /There is no agent token/);
});
