import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const command = (id: string, text: string, more = "") =>
  `  - id: ${id}\n    kind: command\n${more}    with: { command: ${JSON.stringify(text)} }\n`;

Deno.test("a skipped node, a failed one that is handled and a branch leave their siblings' work in the result", async () => {
  await using world = await RunWorld.open();
  const source = `name: Joins
nodes:
${command("first", "echo 1 > first.txt")}${
    command("breaks", "echo 2 > lost.txt; exit 4", "    dependsOn: [first]\n    onError: continue\n")
  }${command("never", "exit 0", "    dependsOn: [first]\n    when: nodes.first.exitCode == 7\n")}
  - id: choose
    kind: branch
    dependsOn: [breaks]
    with:
      cases: [{ when: nodes.breaks.exitCode == 4, id: left }]
      default: right
${command("left", "echo 3 > left.txt", "    dependsOn: [choose]\n")}${
    command("right", "echo 4 > right.txt", "    dependsOn: [choose]\n")
  }${command("last", "ls > seen.txt", "    dependsOn: [left, right, never]\n    join: all_done\n")}`;
  const run = await world.toEnd(source);
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual(await world.nodes(run.id), [
    "first completed 1",
    "breaks failed 1",
    "choose completed 1",
    "left completed 1",
    "last completed 1",
  ]);
  assert.equal(world.repository.read("seen.txt"), "a.txt\nfirst.txt\nleft.txt\nseen.txt\n");
  const { items } = await world.h.operator("GET /runs/:id/timeline", {
    params: { id: run.id },
    query: { limit: 200 },
  });
  const skipped = items.filter(({ type }) => type === "workflow.node_skipped").map(({ summary }) => summary);
  assert.equal(skipped.length, 2, JSON.stringify(skipped));
  const { passedNodes } = await world.h.operator("GET /runs/:id/workspace", { params: { id: run.id } });
  assert.deepEqual(passedNodes!.map(({ id, status }) => `${id} ${status}`).sort(), [
    "never skipped",
    "right skipped",
  ]);
});

Deno.test("a run fails by an unhandled failure once its siblings have ended, and their work is kept", async () => {
  await using world = await RunWorld.open();
  const source = `name: Fails\nnodes:\n${command("breaks", "exit 3")}${
    command("works", "echo 1 > kept.txt")
  }${command("after", "true", "    dependsOn: [breaks]\n")}`;
  const run = await world.toEnd(source);
  assert.equal(run.status, "failed");
  assert.match(run.statusDetail!, /^The node "breaks" failed: The command ended with exit code 3\.$/);
  assert.deepEqual(await world.nodes(run.id), ["breaks failed 1", "works completed 1"]);
  const paths = await world.h.operator("GET /runs/:id/artifacts", { params: { id: run.id } });
  assert.ok(paths.some((path) => path.endsWith("attempt-1.patch")), paths.join());
});

Deno.test("an expression without a value fails its node, and the run says why", async () => {
  await using world = await RunWorld.open();
  const source = `name: Value
inputs: { type: object, properties: { list: { type: array } } }
nodes:
${command("first", "true")}${
    command("second", "true", "    dependsOn: [first]\n    when: inputs.list[3] == 1\n")
  }`;
  const run = await world.toEnd(source, { list: [] });
  assert.equal(run.status, "failed");
  assert.match(run.statusDetail!, /The node "second" failed: An expression of the node has no value/);
  const { passedNodes } = await world.h.operator("GET /runs/:id/workspace", { params: { id: run.id } });
  assert.deepEqual(passedNodes!.map(({ id, status }) => `${id} ${status}`), ["second failed"]);
});

Deno.test("a fan-out whose items exclude each other fails with the items and the paths", async () => {
  await using world = await RunWorld.open();
  const source = `name: Conflict
nodes:
  - id: each
    kind: fan_out
    with:
      items: '["x", "y"]'
      nodes:
        - id: write
          kind: prompt
          with: { content: 'replace "one" with "\${{ item }}" in a.txt' }
`;
  const run = await world.toEnd(source);
  assert.equal(run.status, "failed");
  assert.match(
    run.statusDetail!,
    /"each" cannot combine each\[1\]\.write, each\[2\]\.write: they made conflicting changes to a\.txt/,
  );
});

Deno.test("fan-out items go side by side up to maxParallel, one that fails is collected, and each has its output", async () => {
  await using world = await RunWorld.open();
  const source = `name: Many
nodes:
  - id: each
    kind: fan_out
    with:
      items: '[1, 2, 3, 4]'
      maxParallel: 2
      nodes:
        - id: make
          kind: command
          with:
            command: test "$N" != 3 && echo "$N" > "item-$N.txt" && echo "$N"
            env: { N: "\${{ item }}" }
outputs: { all: "\${{ nodes.each }}" }
`;
  const run = await world.toEnd(source);
  assert.equal(run.status, "completed", run.statusDetail);
  const { content } = await world.h.operator("GET /runs/:id/artifact", {
    params: { id: run.id },
    query: { path: "outputs/round-1.json" },
  });
  const { all } = JSON.parse(content!);
  assert.deepEqual(all.map((each: { status: string }) => each.status), [
    "completed",
    "completed",
    "failed",
    "completed",
  ]);
  assert.equal(all[3].output.make.stdout, "4\n");
  const made = world.repository.git("status", "--porcelain", "-uall");
  assert.equal(made, "?? item-1.txt\n?? item-2.txt\n?? item-4.txt\n");
});

Deno.test("a failed node is tried again as its retry says, and a timeout ends an attempt", async () => {
  await using world = await RunWorld.open();
  const source = `name: Retry
nodes:
  - id: flaky
    kind: command
    retry: { max: 2, backoff: PT0.01S, on: [exit] }
    with: { command: 'exit 5' }
    onError: continue
  - id: slow
    kind: command
    timeout: PT0.2S
    retry: { max: 1, backoff: PT0.01S, on: [timeout] }
    with: { command: 'sleep 1000' }
    onError: continue
`;
  const run = await world.toEnd(source);
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual(await world.nodes(run.id), ["flaky failed 3", "slow failed 2"]);
});

Deno.test("lines are all lines of a command, and much output of one that failed does not hide that it failed", async () => {
  await using world = await RunWorld.open();
  const long = "printf '\"%0100000d\"' 0; exit 3";
  const run = await world.toEnd(`name: Lines
nodes:
  - { id: list, kind: command, with: { command: seq 1 5000, outputFormat: lines } }
  - { id: long, kind: command, onError: continue, with: { command: ${
    JSON.stringify(long)
  }, outputFormat: json } }
outputs:
  first: "\${{ nodes.list.lines[0] }}"
  count: "\${{ size(nodes.list.lines) }}"
  exitCode: "\${{ nodes.long.exitCode }}"
`);
  assert.equal(run.status, "completed", run.statusDetail);
  const { content } = await world.h.operator("GET /runs/:id/artifact", {
    params: { id: run.id },
    query: { path: "outputs/round-1.json" },
  });
  assert.deepEqual(JSON.parse(content!), { first: "1", count: 5000, exitCode: 3 });
});

Deno.test("an output that is nested too deeply fails its node, and the run continues", async () => {
  await using world = await RunWorld.open();
  const deep = "head -c 20000 /dev/zero | tr '\\\\0' '['; head -c 20000 /dev/zero | tr '\\\\0' ']'";
  const node = (id: string, command: string) =>
    `  - { id: ${id}, kind: command, onError: continue, with: { command: "${command}", outputFormat: json } }\n`;
  const run = await world.toEnd(`name: Deep\nnodes:\n${node("well", deep)}${node("ill", `${deep}; exit 3`)}`);
  assert.equal(run.status, "completed", run.statusDetail);
  const [well, ill] = run.tasks;
  assert.deepEqual([well!.statusReason, ill!.statusReason], ["invalid_input", "command_failed"]);
  assert.match(well!.statusDetail!, /nested too deeply/);
});

Deno.test("a wait is on record, the run waits for the time, and continues automatically", async () => {
  await using world = await RunWorld.open(undefined, { startClock: true });
  const source = `name: Rest\nnodes:\n  - id: rest\n    kind: wait\n    with: { for: PT0.5S }\n${
    command("then", "echo 1 > after.txt", "    dependsOn: [rest]\n")
  }`;
  const runId = await world.start(source);
  const run = await world.h.until(runId, ({ status, approvalId }) => status === "waiting" && !!approvalId);
  assert.equal(run.waitingFor?.kind, "approval");
  assert.deepEqual((await world.nodes(runId)).at(-1), "then completed 1");
});
