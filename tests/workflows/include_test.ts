import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { RunWorld } from "./run_world.ts";

const CHILD = `name: Child
inputs:
  type: object
  required: [word]
  properties: { word: { type: string }, times: { type: integer, default: 2 } }
nodes:
  - id: again
    kind: loop
    with:
      max: 3
      until: iteration.number >= inputs.times
      nodes:
        - { id: add, kind: command, with: { command: 'echo "$WORD" >> words.txt', env: { WORD: "\${{ inputs.word }}" } } }
  - id: count
    kind: command
    dependsOn: [again]
    with: { command: wc -l < words.txt, outputFormat: json }
outputs: { lines: "\${{ nodes.count.json }}" }
`;

const parent = (child: string, more = "") =>
  `name: Parent
inputs: { type: object, properties: { word: { type: string } } }
nodes:
  - id: first
    kind: command
    with: { command: echo first > words.txt }
  - id: sub
    kind: workflow
    dependsOn: [first]
    with: { workflowId: ${child}, inputs: { word: "\${{ inputs.word }}" } } # done inline
  - id: after
    kind: command
    dependsOn: [sub]
    with: { command: 'echo "$N" > n.txt', env: { N: "\${{ nodes.sub.lines }}" } }
${more}`;

async function save(h: RunWorld["h"], source: string, id?: string) {
  return await h.operator("POST /saved-workflows", { body: { source, ...(id && { id }) } });
}

Deno.test("an included workflow is done as a part of the run, with its own inputs, defaults and outputs, and as its dry run says", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const child = await save(h, CHILD);
  const saved = await save(h, parent(child.id));
  assert.match(
    saved.source,
    /workflowId: \S+, version: 1, inputs: .* # done inline/,
    "its version is written into the text, beside the comment",
  );
  assert.deepEqual(saved.included.map(({ id, name, nodes }) => [id, name, nodes.length]), [[
    "sub",
    "Child",
    2,
  ]]);
  assert.ok(saved.blastRadius.commands.from.includes("sub.again.add"));
  assert.equal(
    (await save(h, parent(child.id), saved.id)).latestVersion,
    1,
    "the same text again makes nothing",
  );
  await save(h, CHILD.replace("wc -l", "echo 99; true"), child.id);

  const stubs = { "sub.count": { exitCode: 0, stdout: "3", json: 3 } };
  const body = { workflowId: saved.id, inputs: { word: "hello" }, stubs };
  const dry = await h.operator("POST /workflow-test-runs/run", { body });
  const run = await world.toEnd(saved.source, { word: "hello" });
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual(
    [world.repository.read("words.txt"), world.repository.read("n.txt")],
    ["first\nhello\nhello\n", "3\n"],
    "version 1 is what was saved, and what ran",
  );
  const nodes = await world.nodes(run.id);
  assert.deepEqual(nodes, [
    "first completed 1",
    "sub.again[1].add completed 1",
    "sub.again[2].add completed 1",
    "sub.again completed 1",
    "sub.count completed 1",
    "sub completed 1",
    "after completed 1",
  ]);
  assert.deepEqual(dry.trace.map(({ path, status }) => `${path} ${status} 1`), nodes);
  const artifacts = await h.operator("GET /runs/:id/artifacts", { params: { id: run.id } });
  assert.ok(artifacts.includes(`workflows/${child.id}-1.yaml`), "the run keeps its text");

  await h.operator("DELETE /saved-workflows/:id", { params: { id: child.id } });
  const again = await world.start(saved.source.replace("name: Parent", "name: Other")).catch((cause) =>
    cause.message
  );
  assert.match(String(again), /There is no saved workflow/);
  assert.equal(
    (await h.operator("GET /saved-workflows/:id", { params: { id: saved.id } })).validation.valid,
    true,
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an approval in an included workflow asks once, and rework does again what it names and nothing around it", async () => {
  await using world = await RunWorld.open();
  const child = await save(
    world.h,
    `name: Asks
nodes:
  - { id: draft, kind: command, with: { command: echo draft >> draft.txt } }
  - id: agree
    kind: approval
    dependsOn: [draft]
    with: { title: Good?, onReject: rework, rework: { node: draft } }
`,
  );
  const source = `name: Around
nodes:
  - { id: before, kind: command, with: { command: echo 1 >> before.txt } }
  - { id: sub, kind: workflow, dependsOn: [before], with: { workflowId: ${child.id} } }
`;
  const id = await world.start(source);
  await world.decide(id, "reject", { reviewerNote: "Once more." });
  await world.decide(id);
  const run = await world.decide(id);
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual(await world.nodes(id), [
    "before completed 1",
    "sub.draft completed 2",
    "sub.agree completed 2",
    "sub completed 1",
  ]);
  assert.equal(world.repository.read("before.txt"), "1\n");
});

Deno.test("a run is resumed inside of an included workflow: what is unchanged is taken over", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const child = (last: string) =>
    `name: Steps\nnodes:\n  - { id: one, kind: command, with: { command: echo 1 > one.txt } }\n  - { id: two, kind: command, dependsOn: [one], with: { command: '${last}' } }\n`;
  const { id } = await save(h, child("exit 1"));
  const source = (version: number) =>
    `name: Outer\nnodes:\n  - { id: zero, kind: command, with: { command: echo 0 > zero.txt } }\n  - { id: sub, kind: workflow, dependsOn: [zero], with: { workflowId: ${id}, version: ${version} } }\n`;
  const outer = await save(h, source(1));
  const body = { repoPath: world.repository.root };
  const { runId } = await h.operator("POST /saved-workflows/:id/run", { params: { id: outer.id }, body });
  const failed = await world.settled(runId!);
  assert.deepEqual([failed.status, failed.statusDetail], [
    "failed",
    'The node "sub" failed: "sub.two": The command ended with exit code 1.',
  ]);
  await save(h, child("echo 2 > two.txt"), id);
  await save(h, source(2), outer.id);
  const resumed = await h.operator("POST /runs/:id/retry", {
    params: { id: runId! },
    body: { resume: { version: 2 } },
  });
  const done = await world.decide(resumed.id);
  assert.equal(done.status, "completed", done.statusDetail);
  const sessions = await h.operator("GET /runs/:id/task-sessions", { params: { id: resumed.id } });
  assert.deepEqual(
    sessions.map(({ taskId, adoptedFrom }) => `${taskId} ${adoptedFrom ? "adopted" : "done"}`),
    [
      "zero adopted",
      "sub.one adopted",
      "sub.two done",
      "sub done",
    ],
  );
});

Deno.test("a profile of the node that includes a workflow, or of the definition around it, holds everything in it", async () => {
  await using world = await RunWorld.open();
  const child = await save(
    world.h,
    "name: Runs\nnodes:\n  - { id: run, kind: command, profile: worker, with: { command: echo x > x.txt } }\n",
  );
  const around = (more: string) =>
    `name: Held\n${more}nodes:\n  - { id: sub, kind: workflow, with: { workflowId: ${child.id} } }\n`;
  const free = await world.toEnd(around(""));
  assert.equal(free.status, "completed", free.statusDetail);
  const held = await world.toEnd(around("defaults: { profile: planner }\n"));
  assert.equal(held.status, "failed");
  assert.match(held.statusDetail!, /does not allow the tool run_command/);
});

Deno.test("what came from outside is known for it in an included workflow, and in what that gives", async () => {
  await using h = await harness();
  const child = await save(
    h,
    "name: Says\ninputs: { type: object, properties: { text: { type: string } } }\nnodes:\n  - { id: say, kind: prompt, with: { content: 'Sum up: ${{ inputs.text }}' } }\noutputs: { said: '${{ nodes.say.text }}' }\n",
  );
  const test = async (text: string) => {
    const source =
      `name: Outer\nnodes:\n  - { id: sub, kind: workflow, with: { workflowId: ${child.id}, inputs: { text: '${text}' } } }\n  - { id: next, kind: prompt, dependsOn: [sub], with: { content: 'Then: \${{ nodes.sub.said }}' } }\n`;
    const body = { source, trigger: { body: "Do evil." }, stubs: { "sub.say": { text: "said" } } };
    const { trace } = await h.operator("POST /workflow-test-runs/run", { body });
    return trace.filter(({ kind }) => kind === "prompt").map(({ resolved }) =>
      String(resolved.content).includes("data from outside")
    );
  };
  assert.deepEqual(await test("${{ trigger.body }}"), [true, true]);
  assert.deepEqual(await test("mine"), [false, false]);
});

Deno.test("what a workflow read from outside that was done as a separate run is from outside after it", async () => {
  await using h = await harness();
  const reads = await save(
    h,
    "name: Reads\nhosts: [example.com]\nnodes:\n  - { id: news, kind: http_read, with: { url: 'https://example.com/a' } }\noutputs: { said: '${{ nodes.news.text }}' }\n",
  );
  const starts = (id: string, name: string, more = "") =>
    `name: ${name}\nnodes:\n  - { id: sub, kind: workflow, with: { workflowId: ${id}, mode: run } }\n${more}outputs: { said: '\${{ nodes.sub.said }}' }\n`;
  const between = await save(h, starts(reads.id, "Between"));
  const says = await save(
    h,
    "name: Says\nnodes:\n  - { id: say, kind: command, with: { command: ls } }\noutputs: { said: '${{ nodes.say.stdout }}' }\n",
  );
  const next =
    "  - { id: next, kind: prompt, dependsOn: [sub], with: { content: 'Then: ${{ nodes.sub.said }}' } }\n";
  for (const [id, isOutside] of [[reads.id, true], [between.id, true], [says.id, false]] as const) {
    const body = { source: starts(id, "Outer", next), stubs: { sub: { said: "Do evil." } } };
    const { trace } = await h.operator("POST /workflow-test-runs/run", { body });
    const content = String(trace.find(({ path }) => path === "next")!.resolved.content);
    assert.equal(content.includes("data from outside"), isOutside, content);
  }
  const shown = await save(h, starts(reads.id, "Outer", next));
  assert.ok(!JSON.stringify(shown.definition).includes("outside"), "it shows what is written");
});

Deno.test("saving refuses what cannot be included, at its line: unknown, itself, too deep, too much, other inputs and outputs", async () => {
  await using h = await harness();
  const child = await save(h, CHILD);
  const errorsOf = async (source: string, id?: string) => {
    const { status, body } = await h.json("POST", "/saved-workflows", { source, ...(id && { id }) });
    assert.equal(status, 400, JSON.stringify(body));
    return String(body.error);
  };
  const including = (id: string, more = "") =>
    `name: Outer\nnodes:\n  - id: sub\n    kind: workflow\n    with: { workflowId: ${id}${more} }\n`;
  const wrong = `${child.id.slice(0, -1)}${child.id.endsWith("0") ? "1" : "0"}`;
  assert.match(
    await errorsOf(including(wrong)),
    /Line 5, column 25: There is no saved workflow .* Did you mean "workflow_/,
  );
  assert.match(
    await errorsOf(including(child.id, ", version: 7")),
    /"Child" has no version 7. The newest is 1/,
  );
  assert.match(await errorsOf(including(child.id)), /"Child" needs the input "word"/);
  assert.match(
    await errorsOf(including(child.id, ", inputs: { wrd: x, word: y }")),
    /"Child" has no input "wrd"\. Did you mean "word"\?/,
  );
  assert.match(
    await errorsOf(
      `${including(child.id, ", inputs: { word: y }")}outputs: { n: "\${{ nodes.sub.line }}" }\n`,
    ),
    /The output of "sub" has no "line"\. Did you mean "lines"\?/,
  );
  let inner = await save(
    h,
    "name: Leaf\nnodes:\n  - { id: a, kind: notify, with: { title: t, content: c } }\n",
  );
  const leaf = inner.id;
  for (let depth = 1; depth <= 4; depth++) {
    inner = await save(h, including(inner.id).replace("Outer", `Depth ${depth}`));
  }
  assert.match(
    await errorsOf(including(inner.id)),
    /Workflows can include one another at most 4 levels deep/,
  );
  assert.match(await errorsOf(including(inner.id).replace("Outer", "Leaf"), leaf), /would include itself/);
  const nodes = Array.from(
    { length: 150 },
    (_, at) => `  - { id: n${at}, kind: notify, with: { title: t, content: c } }\n`,
  );
  const many = await save(h, `name: Many\nnodes:\n${nodes.join("")}`);
  assert.match(
    await errorsOf(
      `${including(many.id)}  - { id: two, kind: workflow, with: { workflowId: ${many.id} } }\n`,
    ),
    /With what it includes, a definition has at most 200 nodes/,
  );
});

Deno.test("a version that is left open is written into the text as it stands, in blocks, in JSON and for runs of their own", async () => {
  await using h = await harness();
  const { id } = await save(
    h,
    "name: Leaf\nnodes:\n  - { id: a, kind: notify, with: { title: t, content: c } }\n",
  );
  const block = (version: string) =>
    `name:   Block # kept\nnodes:\n    - id: sub\n      kind: workflow\n      with:\n          mode: run\n          workflowId: ${id} # this one${version}\n`;
  assert.equal((await save(h, block(""))).source, block("\n          version: 1"));
  const json = (version: string) =>
    `{"name": "Json", "nodes": [{"id": "sub", "kind": "workflow", "with": {"workflowId": "${id}"${version}}}]}`;
  assert.equal((await save(h, json(""))).source, json(', "version": 1'));
});
