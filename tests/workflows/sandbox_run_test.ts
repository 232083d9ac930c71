import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { sandboxTest } from "../sandbox.ts";
import { RunWorld } from "./run_world.ts";

const SOURCE = `name: Tried
inputs: { type: object, properties: { word: { type: string } } }
nodes:
  - id: write
    kind: prompt
    with: { content: 'create made.txt with "\${{ inputs.word }}"' }
  - id: read
    kind: command
    dependsOn: [write]
    with: { command: 'cat made.txt a.txt; echo more >> a.txt' }
  - id: think
    kind: prompt
    dependsOn: [read]
    with: { content: Say what you think of it. }
  - id: agree
    kind: approval
    dependsOn: [think]
    with: { title: Go on?, show: [read] }
  - id: each
    kind: fan_out
    dependsOn: [agree]
    with:
      items: '["x", "y"]'
      nodes:
        - id: file
          kind: command
          with: { command: 'echo "$NAME" > "$NAME.txt"', env: { NAME: "\${{ item }}" } }
  - id: last
    kind: command
    dependsOn: [each]
    with: { command: ls, outputFormat: lines }
outputs: { files: "\${{ nodes.last.lines }}", said: "\${{ nodes.read.stdout }}" }
`;

sandboxTest(
  "a sandbox run executes commands and recipes on a copy, shows what they change, and leaves nothing",
  async () => {
    await using world = await RunWorld.open();
    const { h, repository } = world;
    const head = h.store.head;
    const body = {
      source: SOURCE,
      inputs: { word: "hello" },
      mode: "sandbox" as const,
      repoPath: repository.root,
    };
    const result = await h.operator("POST /workflow-test-runs/run", { body });
    assert.equal(result.status, "completed", result.reason);
    assert.deepEqual(result.outputs, { files: ["a.txt", "made.txt", "x.txt", "y.txt"], said: "helloone\n" });
    assert.deepEqual(result.missingStubs, ["think"], "no model is asked");
    const of = (path: string) => result.trace.find((step) => step.path === path)!;
    assert.equal(of("read").printed, "helloone\n");
    assert.deepEqual(of("write").runsOn, { provider: "builtin", model: "recipe", origin: "routing" });
    assert.match(result.patch!, /\+\+\+ b\/x\.txt[\s\S]*\+\+\+ b\/y\.txt/);
    assert.match(result.patch!, /\+more/);
    assert.deepEqual([h.store.head, repository.git("status", "--porcelain")], [head, ""]);
    assert.deepEqual(await h.operator("GET /runs"), []);
    await assert.rejects(Deno.stat(`${h.directory}/workspaces/${result.id}`), Deno.errors.NotFound);
  },
);

sandboxTest(
  "a sandbox run reaches no network, writes nothing outside, and fails where a command does",
  async () => {
    await using world = await RunWorld.open();
    const outside = await Deno.makeTempDir();
    const run = async (command: string, more = "") =>
      await world.h.operator("POST /workflow-test-runs/run", {
        body: {
          source:
            `name: Held\nnodes:\n  - { id: it, kind: command, with: { command: "${command}", network: true } }\n${more}`,
          mode: "sandbox",
          repoPath: world.repository.root,
        },
      });
    const control = await new Deno.Command("sh", { args: ["-c", `touch ${outside}/x`] }).output();
    assert.ok(control.success, "the command works without the sandbox");
    await Deno.remove(`${outside}/x`);
    const held = await run(`touch ${outside}/x`);
    assert.deepEqual([held.status, held.reason, held.patch], [
      "failed",
      '"it": The command ended with exit code 1.',
      "",
    ]);
    const network = await run("readlink /proc/self/ns/net");
    assert.match(network.trace[0]!.printed!, /^net:/);
    assert.notEqual(network.trace[0]!.printed!.trim(), await Deno.readLink("/proc/self/ns/net"));
    assert.deepEqual([...Deno.readDirSync(outside)], []);
    const prepared = await run("cat ready", "setup: { command: 'echo set > ready' }\n");
    assert.deepEqual([prepared.status, prepared.trace[0]!.printed, prepared.patch], [
      "completed",
      "set\n",
      "",
    ]);
    const unready = await run("cat ready", "setup: { command: 'echo gone; exit 3' }\n");
    assert.match(
      unready.reason,
      /The setup "echo gone; exit 3" ended with exit code 3 without network access: gone/,
    );
    await Deno.remove(outside, { recursive: true });
  },
);

sandboxTest(
  "a service that stops ends a sandbox run, and a recipe in it asks nobody and uses no connector",
  async () => {
    const world = await RunWorld.open();
    const { h, repository } = world;
    const run = (kind: string, content: object) =>
      h.json("POST", "/workflow-test-runs/run", {
        definition: { name: "Held", nodes: [{ id: "it", kind, with: content }] },
        mode: "sandbox",
        repoPath: repository.root,
      });
    const used = await run("prompt", { content: 'use shop.order {"item": "x"}' });
    assert.match(used.body.reason, /A sandbox run cannot use connectors\. Give the node a stub\./);
    const workspaces = `${h.directory}/workspaces`;
    Deno.mkdirSync(workspaces, { recursive: true });
    const watcher = Deno.watchFs(workspaces);
    const answer = run("command", { command: "touch begun; sleep 1000" });
    for await (const { paths } of watcher) if (paths.some((path) => path.endsWith("/begun"))) break;
    await world[Symbol.asyncDispose]();
    const { status, body } = await answer;
    assert.deepEqual([status, body.error.message ?? body.error], [
      500,
      "The service is stopping. Try again after it has restarted.",
    ]);
  },
);

Deno.test("a sandbox run needs a repository, a sandbox, and a service that executes", async () => {
  const source = "name: N\nnodes:\n  - { id: it, kind: command, with: { command: 'true' } }\n";
  await using h = await harness();
  const refused = async (body: object) => {
    const { status, body: answer } = await h.json("POST", "/workflow-test-runs/run", {
      source,
      mode: "sandbox",
      ...body,
    });
    return [status, answer.error.message ?? answer.error];
  };
  assert.deepEqual(await refused({}), [
    400,
    "A sandbox run needs a repository: set repoPath here or in the definition.",
  ]);
});
