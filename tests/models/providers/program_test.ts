import assert from "node:assert/strict";
import { join } from "node:path";
import { type Harness, harness } from "../../harness.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { configure } from "./catalog_server.ts";
import { writeExecutable } from "../../executable.ts";

const check = (h: Harness) =>
  h.operator("POST /providers/:provider/health-check", { params: { provider: "agent" } });

/** A program of the test in a directory of its own. */
class Program implements Disposable {
  readonly directory = temporaryDirectory();
  readonly path = join(this.directory, "some-agent");

  constructor(script: string) {
    writeExecutable(this.path, `#!/bin/sh\n${script}\n`);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.directory, { recursive: true });
  }
}

const agent = (...command: string[]) => ({ providers: [{ id: "agent", kind: "acp", command }] });

Deno.test("a health check of an agent finds its program and asks it for its version and nothing else", async () => {
  using program = new Program(`echo "$@" >> "$(dirname "$0")/asked"; echo "some-agent 1.2.3"`);
  await using h = await harness({ localServers: [] });
  configure(h, agent(program.path, "acp", "--flag"));
  const health = await check(h);
  assert.deepEqual([health.status, health.cliReachability, health.apiReachability], [
    "up",
    "reachable",
    "not_applicable",
  ]);
  assert.equal(health.version, "some-agent 1.2.3");
  assert.equal(Deno.readTextFileSync(join(program.directory, "asked")), "--version\n");
  assert.deepEqual(
    h.store.events.after(0, 100).map(({ type }) => type).filter((type) => type.startsWith("process.")),
    [
      "process.started",
      "process.ended",
    ],
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an agent that fails at its version is there all the same, and one that is missing says what to do", async () => {
  using program = new Program("exit 3");
  await using h = await harness({ localServers: [] });
  configure(h, agent(program.path));
  assert.deepEqual([(await check(h)).status, (await check(h)).version], ["up", null]);
  configure(h, agent("no-such-agent-here"));
  const missing = await check(h);
  assert.deepEqual([missing.cliReachability, missing.lastErrors[0]!.fault], ["unreachable", "not_installed"]);
  assert.match(
    missing.detail!,
    /"no-such-agent-here" was not found on PATH\. Install it, or correct the command of "agent"/,
  );
  configure(h, agent(join(program.directory, "gone")));
  assert.match((await check(h)).detail!, /The program .*gone was not found/);
});

Deno.test("the version of what starts an agent is not taken for the agent's own", async () => {
  await using h = await harness({ localServers: [] });
  configure(h, agent("sh", "-c", "true"));
  const health = await check(h);
  assert.deepEqual([health.status, health.version], ["up", null]);
  assert.match(health.detail!, /which starts the agent/);
});
