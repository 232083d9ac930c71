import assert from "node:assert/strict";
import { join } from "node:path";
import { installedAgents, presetOf, PRESETS } from "../../../services/workers/acp/presets/mod.ts";
import { findAgent } from "../../../services/workers/acp/program.ts";
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

Deno.test("findAgent gives what a program is made of: its packages, or what lies beside its bin", () => {
  const directory = temporaryDirectory();
  const modules = join(directory, "lib", "node_modules");
  Deno.mkdirSync(join(modules, "agent", "dist"), { recursive: true });
  Deno.mkdirSync(join(directory, "bin"));
  Deno.writeTextFileSync(join(modules, "agent", "dist", "index.js"), "#!/usr/bin/env node\n", {
    mode: 0o755,
  });
  Deno.symlinkSync(join(modules, "agent", "dist", "index.js"), join(directory, "bin", "agent"));
  const found = findAgent(["agent", "--acp"], join(directory, "bin"))!;
  assert.deepEqual(found.argv, [join(directory, "bin", "agent"), "--acp"]);
  assert.ok(found.readable.includes(modules));
  assert.ok(found.readable.includes(join(directory, "bin")));
  assert.equal(findAgent(["missing"], join(directory, "bin")), null);
  assert.equal(findAgent(["relative/agent"], join(directory, "bin")), null);
  Deno.removeSync(directory, { recursive: true });
});
