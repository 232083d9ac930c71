import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { followRun } from "../../commands/service/follow.ts";
import { api } from "../../routes/mod.ts";
import { CLI, runCli, startFixture } from "./fixture.ts";

const AGENT = "the-agents-own-token";

type Text = { content: { type: string; text: string }[]; isError?: boolean };

/** A client of `agent-harness mcp` for the service of a fixture. */
async function connected(environment: Record<string, string>) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: ["run", "-A", "--quiet", CLI, "mcp", "--no-start"],
    env: { ...Deno.env.toObject(), XDG_CONFIG_HOME: "/nowhere", ...environment },
  });
  await client.connect(transport);
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given }) as Text;
    return { text: content[0]!.text, links: content[1]?.text ?? "", isError: isError ?? false };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
}

const nameOf = (cli: string): string => cli.replaceAll(" ", "_");

Deno.test("mcp: offers exactly the operations of the agent token; all others are absent, and refused if called", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  await using mcp = await connected({
    AGENT_HARNESS_URL: fixture.url,
    AGENT_HARNESS_AGENT_TOKEN: AGENT,
    AGENT_HARNESS_TOKEN: "what-it-never-sends",
  });
  const { tools } = await mcp.client.listTools() as { tools: { name: string; description?: string }[] };
  const mayCall = Object.values(api).filter(({ access }) => ["agent-read", "agent-steer"].includes(access));
  assert.deepEqual(tools.map(({ name }) => name).sort(), mayCall.map(({ cli }) => nameOf(cli)).sort());
  assert.ok(tools.every(({ name }) => /^[a-zA-Z0-9_-]{1,64}$/.test(name)));
  const others = Object.values(api).filter((each) => !mayCall.includes(each));
  assert.ok(others.length > 100, "most of the service is out of reach");
  for (const { cli } of others) {
    await assert.rejects(mcp.call(nameOf(cli), { id: "approval_x" }), /Unknown tool/, cli);
  }
  assert.match(mcp.client.getInstructions() ?? "", /runs_create: Request work/);
  assert.match(tools.find(({ name }) => name === "runs_create")!.description!, /Step \d of the usual steps/);
});

Deno.test("mcp: requests, follows and steers work as the agent, and links to a person's decisions", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  await using mcp = await connected({ AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const repoPath = await fixture.repository();
  const asked = await mcp.call("runs_create", { request: 'create b.txt with "b"', repoPath });
  assert.equal(asked.isError, false, asked.text);
  const { id } = JSON.parse(asked.text);
  assert.match(asked.links, new RegExp(`Run: ${fixture.url}/dashboard/runs/${id}`));
  await followRun(fixture.connection, id, { onEvent: () => {} });
  const [waits] = (await fixture.connection.call("GET /approvals/queue", {})).items;
  assert.ok(waits, "a repository that no human has used waits for one");
  const queue = await mcp.call("approvals_queue");
  assert.match(queue.links, new RegExp(`Review: ${fixture.url}/dashboard/approvals/${waits.id}`));
  const { status, waitingFor } = JSON.parse((await mcp.call("runs_get", { id })).text);
  assert.deepEqual([status, waitingFor.kind], ["waiting", "approval"]);
  const missing = await mcp.call("runs_get", {});
  assert.deepEqual([missing.isError, missing.text], [true, "id is missing. It names the record."]);
  const none = await mcp.call("runs_get", { id: "run_0" });
  assert.equal(none.isError, true);
  const whole = await mcp.call("openapi");
  assert.ok(whole.text.length < 31_000, "an answer is bounded");
  assert.match(whole.text, /These are 30000 of \d+ characters/);
});

Deno.test("mcp: sends nothing to a service that treats everyone as its operator, and does not start without a token", async () => {
  await using fixture = await startFixture();
  const environment = { AGENT_HARNESS_URL: fixture.url, AGENT_HARNESS_AGENT_TOKEN: AGENT };
  await using mcp = await connected(environment);
  const repoPath = await fixture.repository();
  const asked = await mcp.call("runs_create", { request: 'create b.txt with "b"', repoPath });
  assert.equal(asked.isError, true);
  assert.match(asked.text, /cannot tell the agent from its operator/);
  assert.deepEqual(await fixture.connection.call("GET /runs"), []);
  const without = await runCli(["mcp", "--no-start"], { environment: { AGENT_HARNESS_URL: fixture.url } });
  assert.equal(without.code, 2);
  assert.match(without.stderr, /There is no agent token/);
});
