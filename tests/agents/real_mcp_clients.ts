/** Real agents as clients of `agent-harness mcp`. `deno task test:agents`; not part of `deno task test`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { CLI, startFixture } from "../cli/fixture.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { says, uses } from "../models/server/reply.ts";
import { temporaryDirectory } from "../temporary.ts";
import { installAgent } from "./install.ts";

const AGENT = "the-agents-own-token";

/** What all answers of the job may have together. */
const MAX_CHARACTERS = 6000;

/** An agent as a client: how it names the tools of the server, and how it is asked one thing. */
type Client = {
  label: string;
  tool: (name: string) => string;
  command: (
    ask: { model: string; url: string },
  ) => Promise<{ program: string } & Deno.CommandOptions>;
};

const ASKED = "Have the harness make a file.";

const CLIENTS: readonly Client[] = [
  {
    label: "opencode",
    tool: (name) => `agent-harness_${name}`,
    command: async ({ model, url }) => ({
      program: join(await installAgent("opencode"), "opencode-linux-x64", "bin", "opencode"),
      args: ["run", "--model", "test/test-model", ASKED],
      env: {
        OPENCODE_CONFIG_CONTENT: configuration(model, url),
        npm_config_registry: "http://127.0.0.1:9/",
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      },
    }),
  },
  {
    label: "Claude Code",
    tool: (name) => `mcp__agent-harness__${name}`,
    command: async ({ model, url }) => ({
      program: join(await installAgent("claude"), "@anthropic-ai", "claude-agent-sdk-linux-x64", "claude"),
      args: [
        ...["--print", ASKED, "--model", "test-model", "--strict-mcp-config"],
        ...["--mcp-config", JSON.stringify({ mcpServers: { "agent-harness": claudeServer(url) } })],
        ...["--allowedTools", "mcp__agent-harness"],
      ],
      env: {
        ANTHROPIC_BASE_URL: model.replace(/\/v1$/, ""),
        ANTHROPIC_API_KEY: "none",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        ENABLE_TOOL_SEARCH: "false",
      },
    }),
  },
];

for (const { label, tool: named, command } of CLIENTS) {
  Deno.test(`${label} as an MCP client: requests, waits, guides and reads in five calls, and can decide nothing`, async () => {
    await using fixture = await startFixture({ AGENT_HARNESS_AGENT_TOKEN: AGENT });
    const repoPath = await fixture.repository();
    // A human has used the repository: what the agent asks for there begins at once.
    await fixture.waitingRun('create first.txt with "x"', repoPath);
    const [first] = (await fixture.connection.call("GET /approvals/queue", {})).items;
    const home = temporaryDirectory();
    const answers: string[] = [];
    let run = "";
    const steps: (() => [string, Record<string, unknown>])[] = [
      () => ["request", { request: 'create made.txt with "x"', repository: repoPath }],
      () => {
        run = /"run":\s*"(#\d+)"/.exec(answers.at(-1)!)![1]!;
        return ["wait", { run }];
      },
      () => ["guide", { run, text: "Keep it short." }],
      () => ["report", { run }],
      () => ["patch", { run }],
      () => ["approvals_approve", { id: first!.id }],
    ];
    let called = 0;
    await using server = ModelServer.start((question) => {
      if (question.tools.length === 0) return says("A title");
      if (called > 0) answers.push(question.results.at(-1) ?? "");
      const step = steps[called++];
      if (!step) return says("It is done.");
      const [tool, input] = step();
      const name = named(tool);
      assert.equal(question.tools.includes(name), tool !== "approvals_approve", question.tools.join());
      return uses({ name, input });
    });
    try {
      const { program, env, ...options } = await command({ model: server.baseUrl, url: fixture.url });
      const { stdout, stderr } = await new Deno.Command(program, {
        ...options,
        cwd: home,
        clearEnv: true,
        env: {
          PATH: Deno.env.get("PATH") ?? "",
          HOME: home,
          DENO_DIR: Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "", ".cache", "deno"),
          ...env,
        },
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).output();
      const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      assert.match(said, /It is done/, said);
      const [, waited, , report, patch, refused] = answers;
      assert.match(waited!, /"needsPerson":\s*true/);
      assert.match(waited!, new RegExp(`"page":\\s*"${fixture.url}/dashboard/approvals/approval_`));
      assert.match(report!, /"added made.txt \+1 -0"/);
      assert.match(patch!, /diff --git a\/made.txt/);
      const characters = answers.slice(0, -1).reduce((sum, answer) => sum + answer.length, 0);
      assert.ok(characters <= MAX_CHARACTERS, `${characters} characters`);
      const still = (await fixture.connection.call("GET /approvals/queue", {})).items.map(({ id }) => id);
      assert.ok(still.includes(first!.id), `nothing was decided: ${refused}`);
      const [session] = await fixture.connection.call("GET /runs/:id/task-sessions", { params: { id: run } });
      const { guidance } = await fixture.connection.call("GET /task-sessions/:id", {
        params: { id: session!.id },
      });
      assert.deepEqual(guidance.map(({ content, actor }) => [content, actor]), [["Keep it short.", "agent"]]);
      say(`${label}: ${answers.length - 1} calls, ${characters} characters`);
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  });
}

const say = (text: string): void => void Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));

/** The server as a person adds it to an agent's configuration. */
const SERVER = [Deno.execPath(), "run", "-A", "--quiet", CLI, "mcp", "--no-start"] as const;
const surroundings = (url: string) => ({ AGENT_HARNESS_URL: url, AGENT_HARNESS_AGENT_TOKEN: AGENT });

const claudeServer = (url: string) => {
  const [command, ...args] = SERVER;
  return { command, args, env: surroundings(url) };
};

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
        command: SERVER,
        environment: surroundings(url),
      },
    },
  });
