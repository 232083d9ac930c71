import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";

const assist = (h: Harness, content: string) =>
  h.operator("POST /workflow-builder/assist", { body: { content } });

Deno.test("assist makes nodes of the words that it knows, and lists the others without guessing", async () => {
  await using h = await harness();
  const before = h.store.head;
  const result = await assist(
    h,
    'create NOTES.md with "a; b" then run npm test\nwait 2 hours; ask me: Ship it?\nmake it nicer somehow\ntell me: all is done',
  );
  const nodes = result.draft!.nodes as {
    kind: string;
    with: Record<string, unknown>;
    dependsOn?: string[];
  }[];
  assert.deepEqual(nodes.map(({ kind }) => kind), [
    "prompt",
    "command",
    "wait",
    "approval",
    "prompt",
    "notify",
  ]);
  assert.equal(nodes[0]!.with.content, 'create NOTES.md with "a; b"');
  assert.deepEqual(nodes[1]!.dependsOn, ["step_1"]);
  assert.deepEqual(nodes[2]!.with, { for: "PT2H" });
  assert.deepEqual(result.unmatched.map(({ text }) => text), ["make it nicer somehow"]);
  assert.equal(nodes[4]!.with.content, "make it nicer somehow");
  assert.ok(result.validation!.valid, JSON.stringify(result.validation));
  assert.equal(h.store.head, before, "nothing is saved");
});

Deno.test("assist proposes triggers, bounds loops, asks what it needs to know, and refuses a blocked class by name", async () => {
  await using h = await harness();
  const result = await assist(
    h,
    'every weekday at 9 in Europe/Berlin\nuntil npm test passes, at most 4 times\nfor each file in src/*.ts append "x" to it\nif deep, run make deep\nbuy 100 shares of ACME',
  );
  assert.deepEqual(result.trigger, { kind: "schedule", content: "every weekday at 9 in Europe/Berlin" });
  const nodes = result.draft!.nodes as { kind: string; when?: string; with: Record<string, unknown> }[];
  assert.deepEqual(nodes.map(({ kind }) => kind), ["loop", "fan_out", "command"]);
  assert.deepEqual([nodes[0]!.with.max, nodes[2]!.when], [4, "inputs.deep"]);
  assert.equal(result.questions.length, 2);
  assert.equal(result.unmatched.length, 1);
  assert.match(result.unmatched[0]!.why, /blocked class/);
  assert.ok(result.validation!.valid, JSON.stringify(result.validation));
});

const FOREIGN = {
  "github-actions": `name: CI
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    strategy: { matrix: { node: [20] } }
    steps:
      - uses: actions/checkout@v4
      - uses: other/action@v1
      - run: npm ci
      - name: Test
        run: npm test
        env: { CI: "1" }
      - run: echo \${{ github.event.issue.title }}
  ship:
    needs: test
    steps:
      - run: make ship
`,
  "archon": `name: fix
description: d
model: x
nodes:
  - { id: plan, prompt: Plan it }
  - { id: check, bash: npm test, depends_on: [plan], when: "$plan.output == 'ok'" }
  - { id: ask, approval: { message: Good? }, depends_on: [check], trigger_rule: all_done }
  - { id: odd, cancel: yes }
`,
  "serverless-workflow": `document: { dsl: 1.0.0, namespace: n, name: s, version: 0.1.0 }
do:
  - rest: { wait: { seconds: 5 } }
  - look: { call: http, with: { method: get, endpoint: https://example.com/a } }
  - go: { run: { shell: { command: make } } }
  - odd: { switch: [] }
`,
} as const;

const EXPECTED = {
  "github-actions": [["command", "command", "command"], [2, 6, 9, 14]],
  "archon": [["prompt", "command", "approval"], [3, 6, 8]],
  "serverless-workflow": [["wait", "http_read", "command"], [6]],
} as const;

for (const format of Object.keys(FOREIGN) as (keyof typeof FOREIGN)[]) {
  Deno.test(`assist imports ${format}: each line is taken over, changed, or refused with its reason`, async () => {
    await using h = await harness();
    const before = h.store.head;
    const body = { import: { format, content: FOREIGN[format] } };
    const { draft, losses, validation } = await h.operator("POST /workflow-builder/assist", { body });
    const [kinds, refused] = EXPECTED[format];
    assert.deepEqual((draft!.nodes as { kind: string }[]).map(({ kind }) => kind), kinds);
    assert.deepEqual(losses!.filter(({ status }) => status === "refused").map(({ line }) => line), refused);
    assert.ok(losses!.every(({ why }) => why !== ""));
    assert.ok(validation!.valid, JSON.stringify(validation));
    assert.equal(h.store.head, before);
  });
}

Deno.test("assist refuses what is of no such format, and imports nothing of it", async () => {
  await using h = await harness();
  for (const format of Object.keys(FOREIGN)) {
    const { status } = await h.json("POST", "/workflow-builder/assist", {
      import: { format, content: "a: 1\n" },
    });
    assert.equal(status, 400, format);
  }
});
