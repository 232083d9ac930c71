import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { connectStatedServer } from "../../../client/lacked_server.ts";
import { changeProviderKey } from "../../../client/provider_key.ts";
import { main } from "../../../commands/main.ts";
import { fakeShell } from "../../cli/fixture.ts";
import { type Harness, harness } from "../../harness.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { ModelServer } from "../server/model_server.ts";
import { says } from "../server/reply.ts";

const CANARY = "sk-canary-0123456789-abcdefghijklmnop";

/** A person's home directory with these files and, on the search path, these programs, which only say a version. */
class Person implements AsyncDisposable {
  readonly home = temporaryDirectory();
  readonly #before = new Map<string, string | undefined>();
  #harness: Harness | undefined;

  constructor(programs: readonly string[], files: Record<string, string>) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    for (const program of programs) {
      this.write(`bin/${program}`, "#!/bin/sh\necho 1.2.3\n");
      Deno.chmodSync(join(this.home, "bin", program), 0o755);
    }
    this.#set("HOME", this.home);
    this.#set("PATH", `${join(this.home, "bin")}:${Deno.env.get("PATH")}`);
    this.#set("XDG_CONFIG_HOME", "");
    this.#set("CODEX_HOME", "");
    this.#set("CLAUDE_CONFIG_DIR", join(this.home, "claude"));
  }

  #set(name: string, value: string): void {
    this.#before.set(name, Deno.env.get(name));
    Deno.env.set(name, value);
  }

  write(path: string, text: string): void {
    const file = join(this.home, path);
    Deno.mkdirSync(dirname(file), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }

  async service(): Promise<Harness> {
    return this.#harness ??= await harness({ localServers: [] });
  }

  async found(id: string) {
    const { operator } = await this.service();
    const { found } = await operator("POST /providers/find");
    return found.find((one) => one.id === id)!;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#harness?.[Symbol.asyncDispose]();
    for (const [name, value] of this.#before) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
    Deno.removeSync(this.home, { recursive: true });
  }
}

/** What nobody may take from an agent's configuration. */
const OTHERS = {
  mcp: { planted: { type: "local", command: ["sh", "-c", CANARY] } },
  hooks: { Stop: [{ hooks: [{ type: "command", command: CANARY }] }] },
  permission: { bash: CANARY },
  plugin: [CANARY],
};

const opencodeFile = (options: unknown, more = {}): string =>
  JSON.stringify({
    ...OTHERS,
    model: "near/qwen3",
    provider: {
      other: { npm: "@ai-sdk/anthropic", options: { baseURL: "http://127.0.0.1:9/other", apiKey: CANARY } },
      near: { npm: "@ai-sdk/openai-compatible", options, models: { qwen3: {}, "qwen3:small": {} } },
    },
    ...more,
  });

const OPENCODE = ".config/opencode/opencode.json";

Deno.test("of an agent's configuration, find takes an address, its protocol and names of models, and nothing else", async () => {
  await using person = new Person(["opencode", "claude-agent-acp", "codex-acp", "gemini"], {
    [OPENCODE]: `// mine\n${opencodeFile({ baseURL: "http://192.168.1.20:8080/v1/", apiKey: CANARY })}`,
    ".codex/config.toml":
      `model = "gpt-oss"\nmodel_provider = "near"\n[model_providers.near]\nbase_url = "http://10.0.0.2/v1"\nhttp_headers = { key = "${CANARY}" }\n[mcp_servers.planted]\ncommand = "${CANARY}"\n`,
    "claude/settings.json": JSON.stringify({
      ...OTHERS,
      model: "opus",
      apiKeyHelper: CANARY,
      env: {
        ANTHROPIC_BASE_URL: "http://10.0.0.3:4000/",
        ANTHROPIC_AUTH_TOKEN: CANARY,
        ANTHROPIC_MODEL: "claude-sonnet-4-6",
      },
    }),
    ".gemini/settings.json": JSON.stringify({ ...OTHERS, model: { name: "gemini-3-pro" } }),
  });
  const { operator, directory } = await person.service();
  const { found } = await operator("POST /providers/find");
  const lacks = Object.fromEntries(found.filter(({ kind }) => kind === "agent").map((one) => [one.id, one]));
  assert.deepEqual(lacks.opencode!.state, "needs_server");
  assert.deepEqual(lacks.opencode!.lacks, {
    kind: "openai-compatible",
    baseUrl: "http://192.168.1.20:8080/v1",
    models: ["qwen3", "qwen3:small"],
    file: `~/${OPENCODE}`,
  });
  assert.deepEqual(lacks.codex!.lacks, {
    kind: "openai-compatible",
    baseUrl: "http://10.0.0.2/v1",
    models: ["gpt-oss"],
    file: "~/.codex/config.toml",
  });
  assert.deepEqual(lacks.claude!.lacks, {
    kind: "anthropic",
    baseUrl: "http://10.0.0.3:4000/v1",
    models: ["claude-sonnet-4-6"],
    file: "~/claude/settings.json",
  });
  assert.deepEqual(lacks.gemini!.lacks, {
    kind: "openai-compatible",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    models: ["gemini-3-pro"],
    file: "~/.gemini/settings.json",
  });
  assert.match(lacks.opencode!.detail, /qwen3, qwen3:small at http:\/\/192\.168\.1\.20:8080\/v1/);
  assert.ok(!JSON.stringify(found).includes(CANARY));
  // Nothing is a provider, and no file is written, before somebody connects it.
  const health = Object.keys(await operator("GET /providers/health"));
  assert.deepEqual(health.toSorted(), ["builtin", "claude", "codex", "gemini", "opencode"]);
  assert.throws(() => Deno.statSync(join(directory, "providers.json")), Deno.errors.NotFound);
});

Deno.test("an address that could hold a key, and a file that is none, are not taken; a plain one is", async () => {
  await using person = new Person(["opencode"], {});
  const stated = async () => (await person.found("opencode")).lacks!;
  assert.deepEqual(await stated(), { kind: "openai-compatible", baseUrl: null, models: [], file: null });
  for (
    const baseURL of [
      `http://me:${CANARY}@127.0.0.1:9/v1`,
      `http://127.0.0.1:9/v1?key=${CANARY}`,
      `http://127.0.0.1:9/v1#${CANARY}`,
      "{env:ADDRESS}",
      "http://127.0.0.1:9/{file:~/.key}",
      "file:///etc/passwd",
      ["http://127.0.0.1:9/v1"],
    ]
  ) {
    person.write(OPENCODE, opencodeFile({ baseURL }));
    assert.equal((await stated()).baseUrl, null, String(baseURL));
  }
  const baseURL = "http://127.0.0.1:9/v1";
  for (const text of ["{", "[]", "null", '"text"', `${opencodeFile({ baseURL })}${" ".repeat(300_000)}`]) {
    person.write(OPENCODE, text);
    assert.equal((await stated()).baseUrl, null, text.slice(0, 20));
  }
  const models = { "good:1": {}, "bad\u001b[2J": {}, "two words": {}, [CANARY.repeat(10)]: {} };
  const provider = { near: { options: { baseURL }, models } };
  person.write(OPENCODE, opencodeFile({}, { model: "near/$(id)", provider }));
  assert.deepEqual(await stated(), {
    kind: "openai-compatible",
    baseUrl: baseURL,
    models: ["good:1"],
    file: `~/${OPENCODE}`,
  });
  const hosted = { near: { npm: "@ai-sdk/openai", options: { baseURL }, models: { "gpt-5": {} } } };
  person.write(OPENCODE, opencodeFile({}, { model: "near/gpt-5", provider: hosted }));
  assert.deepEqual([(await stated()).kind, (await stated()).models], ["openai", ["gpt-5"]]);
  Deno.removeSync(join(person.home, OPENCODE));
  await new Deno.Command("mkfifo", { args: [join(person.home, OPENCODE)] }).output();
  assert.equal((await stated()).baseUrl, null, "a pipe that nobody writes to is not waited for");
});

Deno.test("a found agent with the server of its configuration is checked, tested and shown as a configured one", async () => {
  await using server = ModelServer.start(() => says("ready"), { models: ["big", "test-model"] });
  server.key = CANARY;
  await using person = new Person(["opencode"], {
    [OPENCODE]: opencodeFile({ baseURL: server.baseUrl }, {
      model: "near/test-model",
      provider: { near: { options: { baseURL: server.baseUrl } } },
    }),
  });
  const { operator } = await person.service();
  const { lacks } = await person.found("opencode");
  assert.deepEqual(lacks!.models, ["test-model"]);
  assert.deepEqual(server.questions, [], "nothing was asked before somebody connects it");
  const id = await connectStatedServer(operator, lacks!, lacks!.baseUrl!);
  const params = { provider: "opencode" };
  const refused = await operator("POST /providers/:provider/test", { params, body: {} });
  assert.deepEqual([refused.ok, refused.needsKeyOf], [false, id]);
  await changeProviderKey(operator, id, CANARY);
  const tested = await operator("POST /providers/:provider/test", { params, body: {} });
  assert.deepEqual([tested.ok, tested.model, tested.needsKeyOf], [true, `${id}/test-model`, null]);
  assert.match(tested.detail, /^opencode is installed, and /);
  const health = await operator("POST /providers/:provider/health-check", { params });
  assert.deepEqual([health.status, health.source, health.cliReachability], ["up", "detected", "reachable"]);
  const { state, lacks: none } = await person.found("opencode");
  assert.deepEqual(none, null);
  assert.match(state, /^(?:ready|not_ready)$/, "not_ready without a sandbox");
});

Deno.test("doctor says which program an agent lacks, until the search path or the agent's own place has it", async () => {
  await using person = new Person(["opencode"], {});
  Deno.env.set("PATH", join(person.home, "bin")); // whatever this machine has
  const finding = async () => {
    const { shell, printed } = fakeShell(null, { AGENT_HARNESS_URL: "http://127.0.0.1:9" });
    await main(["doctor", "--json"], shell);
    return JSON.parse(printed.stdout).findings.find(({ name }: { name: string }) => name === "opencode");
  };
  const lacks = await finding();
  assert.equal(lacks.status, "warning");
  assert.match(lacks.detail, /opencode searches files with rg \(ripgrep\), which was not found/);
  assert.match(lacks.fix, /install ripgrep$/);
  person.write(".cache/opencode/bin/rg", "#!/bin/sh\n");
  assert.equal((await finding()).status, "warning", "a file that cannot be executed is none");
  Deno.chmodSync(join(person.home, ".cache/opencode/bin/rg"), 0o755);
  assert.equal((await finding()).status, "ok");
  Deno.removeSync(join(person.home, ".cache"), { recursive: true });
  person.write("bin/rg", "#!/bin/sh\n");
  Deno.chmodSync(join(person.home, "bin/rg"), 0o755);
  assert.equal((await finding()).status, "ok");
});

Deno.test("Claude Code without its adapter is told apart from none, with the command that installs the adapter", async () => {
  await using person = new Person(["claude"], {});
  const claude = await person.found("claude");
  assert.equal(claude.state, "not_ready");
  assert.match(
    claude.detail,
    /adapter is not.*npm install -g --ignore-scripts @agentclientprotocol\/claude-agent-acp/,
  );
  const codex = await person.found("codex");
  assert.deepEqual([codex.state, codex.detail], ["absent", '"codex-acp" was not found on PATH.']);
});
