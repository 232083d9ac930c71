import assert from "node:assert/strict";
import { join } from "node:path";
import { installedAgents, presetOf, PRESETS } from "../../../services/workforce/agents/presets/mod.ts";
import { findAgent } from "../../../services/workforce/agents/program.ts";
import { harness } from "../../harness.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { writeExecutable } from "../../executable.ts";

const SETTING = { home: "/h", address: "http://127.0.0.1:1", token: "agent-token-of-its-own", model: "m" };

Deno.test("presetOf recognises the agents by their commands, and takes a person's word over that", () => {
  for (
    const [command, id] of [
      [["opencode", "acp"], "opencode"],
      [["/opt/opencode-linux-x64/bin/opencode", "acp"], "opencode"],
      [["node", "/x/@agentclientprotocol/claude-agent-acp/dist/index.js"], "claude"],
      [["codex-acp"], "codex"],
      [["gemini", "--acp"], "gemini"],
      [["my-agent"], "plain"],
    ] as const
  ) {
    assert.equal(presetOf(command).id, id);
  }
  assert.equal(presetOf(["my-agent"], "claude").id, "claude");
});

Deno.test("every preset points its agent at the proxy with the token that it was given, and knows no other address", () => {
  for (const preset of PRESETS) {
    const all = JSON.stringify([preset.environment(SETTING), preset.files?.(SETTING) ?? {}]);
    assert.ok(all.includes(SETTING.token), preset.id);
    assert.ok(all.includes(SETTING.address), preset.id);
    const others = [...all.matchAll(/https?:\/\/[\w.:-]+/g)].map(([address]) => address)
      .filter((address) => address !== SETTING.address && address !== "http://127.0.0.1:9");
    assert.deepEqual(others, [], preset.id);
  }
});

Deno.test("installedAgents finds the programs on a search path and starts none of them", () => {
  const directory = temporaryDirectory();
  const fired = join(directory, "fired");
  for (const name of ["opencode", "codex-acp", "not-an-agent"]) {
    Deno.writeTextFileSync(join(directory, name), `#!/bin/sh\ntouch ${fired}\n`, { mode: 0o755 });
  }
  Deno.writeTextFileSync(join(directory, "gemini"), "no program", { mode: 0o644 });
  assert.deepEqual(installedAgents(directory).map(({ id, command }) => [id, command]), [
    ["opencode", ["opencode", "acp"]],
    ["codex", ["codex-acp"]],
  ]);
  assert.deepEqual(installedAgents(""), []);
  assert.throws(() => Deno.statSync(fired), Deno.errors.NotFound);
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("an installed agent is automatically a provider, used when it is named and not otherwise", async () => {
  const directory = temporaryDirectory();
  writeExecutable(join(directory, "opencode"), "#!/bin/sh\n");
  await using h = await harness({ agents: installedAgents(directory) });
  const health = await h.operator("GET /providers/health");
  assert.ok("opencode" in health);
  const body = { request: "Do something that is not a recipe." };
  const route = await h.operator("POST /model-routing/preview", { body });
  assert.notEqual(route.selectedModel?.provider, "opencode");
  Deno.removeSync(directory, { recursive: true });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("findAgent finds a program on the search path or by its absolute path, with the scripts that it is given", () => {
  const directory = temporaryDirectory();
  const script = join(directory, "index.js");
  Deno.writeTextFileSync(script, "");
  writeExecutable(join(directory, "agent"), "#!/bin/sh\n");
  const found = findAgent(["agent", script, "--acp"], directory)!;
  assert.deepEqual(found.argv, [join(directory, "agent"), script, "--acp"]);
  assert.deepEqual(found.programs, [join(directory, "agent"), script]);
  assert.equal(findAgent(["missing"], directory), null);
  assert.equal(findAgent(["relative/agent"], directory), null);
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("an agent found on the search path is checked like any other provider", async () => {
  const directory = temporaryDirectory();
  writeExecutable(join(directory, "opencode"), "#!/bin/sh\necho 1.18.4\n");
  const agents = installedAgents(directory).map((agent) => ({
    ...agent,
    command: [join(directory, agent.command![0]!), ...agent.command!.slice(1)],
  }));
  await using h = await harness({ agents });
  const params = { provider: "opencode" };
  const events = await h.eventsOf(() => h.operator("POST /providers/:provider/health-check", { params }));
  assert.deepEqual(
    events.map(({ type }) => type).filter((type) => type.startsWith("provider.")),
    ["provider.health_checked", "provider.health_changed"],
  );
  const { opencode } = await h.operator("GET /providers/health");
  assert.deepEqual([opencode!.status, opencode!.version], ["up", "1.18.4"]);

  Deno.removeSync(directory, { recursive: true });
  const checked = await h.operator("POST /providers/:provider/health-check", { params });
  assert.match(checked.detail!, /was not found/);
  assert.deepEqual(h.rebuildDifferences(), []);
});
