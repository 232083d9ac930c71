/** Real agents as clients of `agent-harness mcp`. `deno task test:agents`; not part of `deno task test`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { CLI, startFixture } from "../cli/fixture.ts";
import type { Question } from "../models/server/question.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { says, uses } from "../models/server/reply.ts";
import { temporaryDirectory } from "../temporary.ts";
import { installAgent } from "./install.ts";

const AGENT = "the-agents-own-token";

Deno.test("opencode as an MCP client: starts a run, follows and steers it, and can decide nothing", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
  const repoPath = await fixture.repository();
  // A human has used the repository: what the agent asks for there begins at once.
  await fixture.waitingRun('create first.txt with "x"', repoPath);
  const [first] = (await fixture.connection.call("GET /approvals/queue", {})).items;
  const home = temporaryDirectory();
  const seen: string[] = [];
  const answerOf = (question: Question) => question.results.at(-1) ?? "";
  let run = "";
  const steps: ((question: Question) => [string, Record<string, unknown>])[] = [
    () => ["request", { request: 'create made.txt with "x"', repository: repoPath }],
    (question) => {
      run = /"run":\s*"(#\d+)"/.exec(answerOf(question))![1]!;
      return ["wait", { run }];
    },
    (question) => {
      seen.push(answerOf(question));
      return ["guide", { run, text: "Keep it short." }];
    },
    () => ["report", { run }],
    (question) => {
      seen.push(answerOf(question));
      return ["patch", { run }];
    },
    (question) => {
      seen.push(answerOf(question));
      return ["approvals_approve", { id: first!.id }];
    },
  ];
  await using server = ModelServer.start(async (question) => {
    if (question.tools.length === 0) return says("A title");
    const step = steps.shift();
    if (!step) {
      seen.push(answerOf(question));
      return says("It is done.");
    }
    const [tool, input] = await step(question);
    const name = `agent-harness_${tool}`;
    assert.equal(question.tools.includes(name), tool !== "approvals_approve", question.tools.join());
    return uses({ name, input });
  });
  try {
    const modules = await installAgent("opencode");
    const agent = new Deno.Command(join(modules, "opencode-linux-x64", "bin", "opencode"), {
      args: ["run", "--model", "test/test-model", "Have the harness make a file."],
      cwd: home,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: home,
        DENO_DIR: Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "", ".cache", "deno"),
        OPENCODE_CONFIG_CONTENT: configuration(server.baseUrl, fixture.url),
        npm_config_registry: "http://127.0.0.1:9/",
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
    const { stdout, stderr } = await agent.output();
    const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    assert.match(said, /It is done/, said);
    assert.equal(steps.length, 0);
    const [waited, report, patch] = seen;
    assert.match(waited!, /"needsPerson":\s*true/);
    assert.match(waited!, new RegExp(`"page":\\s*"${fixture.url}/dashboard/approvals/approval_`));
    assert.match(report!, /"added made.txt \+1 -0"/);
    assert.match(patch!, /diff --git a\/made.txt/);
    const still = (await fixture.connection.call("GET /approvals/queue", {})).items.map(({ id }) => id);
    assert.ok(still.includes(first!.id), `nothing was decided: ${seen.at(-1)}`);
    const [session] = await fixture.connection.call("GET /runs/:id/task-sessions", { params: { id: run } });
    const { guidance } = await fixture.connection.call("GET /task-sessions/:id", {
      params: { id: session!.id },
    });
    assert.deepEqual(guidance.map(({ content, actor }) => [content, actor]), [["Keep it short.", "agent"]]);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

/** What a person writes into opencode.json, with a model of the test's. */
const configuration = (baseURL: string, url: string): string =>
  JSON.stringify({
    share: "disabled",
    autoupdate: false,
    enabled_providers: ["test"],
    provider: {
      test: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL, apiKey: "none" },
        models: { "test-model": { tool_call: true, limit: { context: 200_000, output: 8_000 } } },
      },
    },
    mcp: {
      "agent-harness": {
        type: "local",
        command: [Deno.execPath(), "run", "-A", "--quiet", CLI, "mcp", "--no-start"],
        environment: { AGENT_HARNESS_URL: url, AGENT_HARNESS_AGENT_TOKEN: AGENT },
      },
    },
  });
