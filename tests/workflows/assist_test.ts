import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
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

const DRAFT = `# what we do before a release
name: Release
nodes:
  - id: build # always first
    kind: command
    with: { command: make }
  - { id: step_3, kind: notify, with: { title: t, content: started } }
`;

Deno.test("assist continues a draft: new steps come after its own, its comments stay, and the answer says what differs", async () => {
  await using h = await harness();
  const before = h.store.head;
  const body = { content: "run make check\nif deep, ask me: Ship it?", draft: DRAFT };
  const result = await h.operator("POST /workflow-builder/assist", { body });
  const nodes = result.draft!.nodes as { id: string; dependsOn?: string[] }[];
  assert.deepEqual(nodes.map(({ id, dependsOn }) => [id, dependsOn]), [
    ["build", undefined],
    ["step_3", undefined],
    ["step_4", ["build", "step_3"]],
    ["step_5", ["step_4"]],
  ]);
  assert.equal(result.draft!.name, "Release");
  assert.match(result.source, /# what we do before a release\n[\s\S]*# always first/);
  assert.ok(result.validation!.valid, JSON.stringify(result.validation));
  assert.deepEqual(result.difference!.nodes, [
    { id: "step_4", change: "added" },
    { id: "step_5", change: "added" },
  ]);
  assert.deepEqual(
    result.difference!.blastRadius.filter(({ id }) => id === "commands").map(({ added }) => added),
    [["make check"]],
  );
  const without = await assist(h, "run make");
  assert.equal(without.difference, undefined);
  for (const draft of ["nodes: []\n", "name: x\nnodes: [\n"]) {
    assert.equal(
      (await h.json("POST", "/workflow-builder/assist", { content: "run make", draft })).status,
      400,
    );
  }
  const alone = { draft: DRAFT, import: { format: "archon", content: "nodes: []" } };
  assert.equal((await h.json("POST", "/workflow-builder/assist", alone)).status, 400);
  assert.equal(h.store.head, before);
});

Deno.test("assist knows the scripts and the test command of a repository, and takes no command out of a script's name", async () => {
  using repository = TestRepository.make({
    "package.json": JSON.stringify({ scripts: { test: "node --test", lint: "x", "a; rm -rf /": "x" } }),
    "Makefile": "docs: all\n\techo docs\n",
  });
  await using h = await harness();
  const commandsOf = async (content: string, repoPath?: string) => {
    const body = { content, ...(repoPath !== undefined && { repoPath }) };
    const { draft, unmatched } = await h.operator("POST /workflow-builder/assist", { body });
    const nodes = draft!.nodes as {
      kind: string;
      with: { command?: string; nodes?: { with: { command: string } }[] };
    }[];
    return {
      commands: nodes.map((node) => node.with.command ?? node.with.nodes?.[0]?.with.command ?? node.kind),
      unmatched: unmatched.map(({ text }) => text),
    };
  };
  const content =
    "run the tests\nrun lint\nrun the docs target\nrun a; run make all\nuntil the tests pass, at most 3 times";
  assert.deepEqual(await commandsOf(content, repository.root), {
    commands: ["npm test", "npm run lint", "make docs", "a", "make all", "npm test"],
    unmatched: [],
  });
  const unknown = await commandsOf("run the tests\nrun lint");
  assert.deepEqual(unknown, { commands: ["prompt", "lint"], unmatched: ["run the tests"] });
  const missing = await h.json("POST", "/workflow-builder/assist", { content, repoPath: "/nowhere/at/all" });
  assert.equal(missing.status, 400);
  assert.match(missing.body.error, /does not exist/);
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
  "github-actions": [["command", "command", "command", "command"], [2, 6, 9]],
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

Deno.test("assist leaves out what a foreign workflow may not do, and says so at its line, so that the draft is valid", async () => {
  await using h = await harness();
  const lossesOf = async (format: "archon" | "github-actions", content: string) => {
    const body = { import: { format, content } };
    const { draft, losses, validation } = await h.operator("POST /workflow-builder/assist", { body });
    assert.ok(validation!.valid, JSON.stringify(validation));
    const left = losses!.filter(({ status }) => status !== "imported").map(({ line, why }) =>
      `${line}: ${why}`
    );
    return {
      nodes: (draft!.nodes as { id: string; dependsOn?: string[] }[]).map((
        { id, dependsOn },
      ) => [id, dependsOn]),
      left,
    };
  };
  const actions = "jobs:\n  a:\n    steps:\n      - run: sudo apt-get install -y jq\n      - run: make\n";
  assert.deepEqual(await lossesOf("github-actions", actions), {
    nodes: [["a_2", undefined]],
    left: ['4: "apt-get install -y jq" belongs to the blocked class "self-extension".'],
  });
  const archon =
    "nodes:\n  - { id: odd, cancel: yes }\n  - { id: a, bash: make, depends_on: [odd] }\n  - { id: b, bash: make all, depends_on: [odd, a] }\n";
  const { nodes, left } = await lossesOf("archon", archon);
  assert.deepEqual(nodes, [["a", undefined], ["b", ["a"]]]);
  assert.deepEqual(left.slice(1), [
    '3: It does not wait for nodes that were refused: ["odd"].',
    '4: It does not wait for nodes that were refused: ["odd","a"].',
  ]);
});

Deno.test("what a workflow of GitHub Actions computes becomes inputs, which commands get in their environment", async () => {
  await using h = await harness();
  const content = `env: { NODE: "20", REF: "v-\${{ github.ref_name }}" }
jobs:
  test:
    needs: gone
    timeout-minutes: 5
    steps:
      - run: echo "\${{ github.event.issue.title }}" \${{ github.ref_name }}
        timeout-minutes: 7
      - run: echo '\${{ github.ref_name }}'
      - run: deploy --token \${{ secrets.TOKEN }}
      - name: \${{ matrix.os }}
        run: make
        env: { TOKEN: "\${{ secrets.TOKEN }}", NODE: "22" }
  a: { needs: b, steps: [{ run: make }] }
  b: { needs: a, steps: [{ run: make }] }
`;
  const body = { import: { format: "github-actions" as const, content } };
  const { draft, losses, validation } = await h.operator("POST /workflow-builder/assist", { body });
  assert.ok(validation!.valid, JSON.stringify(validation));
  const [title, ref] = ["value_github_event_issue_title", "value_github_ref_name"];
  assert.deepEqual((draft!.inputs as { required: string[] }).required, [ref, title]);
  assert.deepEqual(draft!.nodes, [
    {
      id: "test_1",
      kind: "command",
      timeout: "PT7M",
      with: {
        command: `echo "\${${title.toUpperCase()}}" \${${ref.toUpperCase()}}`,
        env: {
          NODE: "20",
          REF: `v-\${{ inputs.${ref} }}`,
          [title.toUpperCase()]: `\${{ inputs.${title} }}`,
          [ref.toUpperCase()]: `\${{ inputs.${ref} }}`,
        },
      },
    },
    {
      id: "test_2",
      kind: "command",
      dependsOn: ["test_1"],
      with: {
        command: `echo ''"\${${ref.toUpperCase()}}"''`,
        env: {
          NODE: "20",
          REF: `v-\${{ inputs.${ref} }}`,
          [ref.toUpperCase()]: `\${{ inputs.${ref} }}`,
        },
      },
    },
    {
      id: "test_4",
      kind: "command",
      title: "\${{ matrix.os }}",
      dependsOn: ["test_2"],
      with: { command: "make", env: { NODE: "22", REF: `v-\${{ inputs.${ref} }}` } },
    },
  ]);
  const left = losses!.filter(({ status }) => status !== "imported").map(({ line, status, why }) =>
    `${line} ${status} ${why}`
  );
  assert.deepEqual(left, [
    `1 changed The value of github.ref_name is the input "${ref}".`,
    "4 changed It waits only for jobs of which something was imported.",
    '5 refused "timeout-minutes" is not supported here.',
    `7 changed The value of github.event.issue.title is the input "${title}".`,
    `7 changed The value of github.ref_name is the input "${ref}".`,
    `9 changed The value of github.ref_name is the input "${ref}".`,
    '10 refused It needs the secret "secrets.TOKEN". Name it under secrets of the workflow.',
    '13 refused It needs the secret "secrets.TOKEN". Name it under secrets of the workflow.',
    '14 refused "a" needs a job that needs it, too.',
    '15 refused "b" needs a job that needs it, too.',
  ]);
});

Deno.test("a foreign definition with odd values is imported or refused, and never an unexpected error", async () => {
  await using h = await harness();
  const odd = "{toString: 1, valueOf: 1}";
  const cases = [
    ["github-actions", `name: ${odd}\njobs: {a: {steps: [{run: make, id: ${odd}, env: {A: ${odd}}}]}}`],
    ["github-actions", `jobs: {a: {needs: ${odd}}, b: null, c: text, d: {steps: [null, 3]}}`],
    [
      "archon",
      `name: ${odd}\nnodes: [{id: ${odd}, prompt: x, trigger_rule: constructor, depends_on: [${odd}]}]`,
    ],
    ["archon", `nodes: [{id: ${odd}}, {id: a, approval: {message: ${odd}}, trigger_rule: ${odd}}]`],
    [
      "serverless-workflow",
      `document: {name: ${odd}, summary: ${odd}}\ndo: [{a: {wait: {days: ${odd}, hours: 1}}}]`,
    ],
    ["serverless-workflow", `do: [{a: {call: http, with: {method: ${odd}, endpoint: ${odd}}}}, null, text]`],
  ] as const;
  for (const [format, content] of cases) {
    const { status } = await h.json("POST", "/workflow-builder/assist", { import: { format, content } });
    assert.ok(status === 200 || status === 400, `${status}: ${content}`);
  }
});

Deno.test("a foreign definition that takes long to convert is refused", async () => {
  await using h = await harness();
  const many = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join("\n");
  const chain = (count: number) =>
    `jobs:\n${many(count, (i) => ` a${i}: {needs: a${i + 1}}`)}\n a${count}: {}`;
  const cases = [
    ["github-actions", chain(2_500), /more than 200 jobs/],
    ["archon", `nodes:\n${many(2_500, (i) => `- {id: a${i}, prompt: x}`)}`, /more than 2000 places/],
    ["archon", `nodes: []\n${many(2_500, (i) => `a${i}: 1`)}`, /more than 2000 places/],
  ] as const;
  for (const [format, content, message] of cases) {
    const refused = await h.json("POST", "/workflow-builder/assist", { import: { format, content } });
    assert.deepEqual([refused.status, message.test(refused.body.error)], [400, true], refused.body.error);
  }
  const body = { import: { format: "github-actions" as const, content: chain(20) } };
  assert.equal((await h.operator("POST /workflow-builder/assist", { body })).draft, null, "the control");
});
