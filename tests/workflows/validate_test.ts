import assert from "node:assert/strict";
import { validateSource } from "../../services/control/workflows/language/validate.ts";
import { TEMPLATE_SOURCES } from "../../services/control/workflows/template_sources.ts";
import { harness } from "../harness.ts";

const HEAD =
  "name: T\nhosts: [example.com]\ninputs:\n  type: object\n  properties:\n    who: { type: string }\n    deep: { type: boolean }\nnodes:\n";
const node = (text: string): string =>
  text.split("\n").map((line, at) => `${at === 0 ? "  - " : "    "}${line}`).join("\n");
const workflow = (...nodes: string[]): string => `${HEAD}${nodes.map(node).join("\n")}\n`;
const PROMPT = "id: write\nkind: prompt\nwith:\n  content: hello";

/** A definition, and the first thing that is wrong with it: line, column, rule and part of the fix. */
const WRONG: Readonly<Record<string, [string, number, number, string, RegExp]>> = {
  "an unknown kind": [workflow("id: a\nkind: promt\nwith: {}"), 10, 11, "unknown_kind", /"prompt"/],
  "an unknown key of a node": [
    workflow("id: a\nkind: prompt\ndependOn: []\nwith:\n  content: x"),
    11,
    5,
    "unknown_key",
    /"dependsOn"/,
  ],
  "an unknown key under with": [
    workflow("id: a\nkind: prompt\nwith:\n  contents: x"),
    12,
    7,
    "unknown_key",
    /"content"/,
  ],
  "a key of with beside it": [
    workflow("id: a\nkind: prompt\ncontent: x"),
    11,
    5,
    "unknown_key",
    /^It belongs below "with": with\.content\.$/,
  ],
  "a misspelt key of with beside it": [
    workflow("id: a\nkind: command\ncomand: npm test"),
    11,
    5,
    "unknown_key",
    /^It belongs below "with": with\.command\.$/,
  ],
  "a key of the node under with": [
    workflow("id: a\nkind: command\nwith:\n  command: npm test\n  timeout: PT1M"),
    13,
    7,
    "unknown_key",
    /^It belongs to the node, beside "with"\.$/,
  ],
  "an unknown key of the definition": [`naem: x\n${workflow(PROMPT)}`, 1, 1, "unknown_key", /"name"/],
  "an unknown dependency": [
    workflow(PROMPT, "id: b\nkind: prompt\ndependsOn: [wirte]\nwith:\n  content: x"),
    15,
    17,
    "unknown_node",
    /"write"/,
  ],
  "an unknown input": [
    workflow('id: a\nkind: prompt\nwith:\n  content: "x ${{ inputs.wo }}"'),
    12,
    22,
    "unknown_field",
    /"who"/,
  ],
  "a node that is not before": [
    workflow(PROMPT, "id: b\nkind: prompt\nwith:\n  content: ${{ nodes.write.text }}"),
    16,
    20,
    "unknown_node",
    /depend on "write"/,
  ],
  "an unknown output": [
    workflow(PROMPT, "id: b\nkind: prompt\ndependsOn: [write]\nwith:\n  content: ${{ nodes.write.txt }}"),
    17,
    20,
    "unknown_field",
    /"text"/,
  ],
  "model text compared with a text": [
    workflow(
      PROMPT,
      'id: b\nkind: prompt\ndependsOn: [write]\nwhen: nodes.write.text == "yes"\nwith:\n  content: x',
    ),
    16,
    11,
    "model_text",
    /outputSchema/,
  ],
  "a value put into a command": [
    workflow("id: a\nkind: command\nwith:\n  command: echo ${{ inputs.who }}"),
    12,
    21,
    "command_text",
    /env/,
  ],
  "a condition that is no truth value": [
    workflow('id: a\nkind: prompt\nwhen: "1 + 1"\nwith:\n  content: x'),
    11,
    11,
    "type",
    /^$/,
  ],
  "a regular expression": [
    workflow('id: a\nkind: prompt\nwhen: inputs.who.matches("a")\nwith:\n  content: x'),
    11,
    11,
    "expression",
    /^$/,
  ],
  "an expression that is broken": [
    workflow("id: a\nkind: prompt\nwhen: inputs.deep &&\nwith:\n  content: x"),
    11,
    25,
    "expression",
    /^$/,
  ],
  "an undeclared host": [
    workflow("id: a\nkind: http_read\nwith:\n  url: https://elsewhere.org/x"),
    12,
    12,
    "host",
    /hosts/,
  ],
  "a computed host": [
    workflow("id: a\nkind: http_read\nwith:\n  url: https://${{ inputs.who }}/x"),
    12,
    12,
    "invalid",
    /^$/,
  ],
  "a circle": [
    workflow(
      "id: a\nkind: prompt\ndependsOn: [b]\nwith:\n  content: x",
      "id: b\nkind: prompt\ndependsOn: [a]\nwith:\n  content: x",
    ),
    11,
    16,
    "circle",
    /^$/,
  ],
  "an id that stands twice": [workflow(PROMPT, PROMPT), 13, 9, "duplicate_id", /unique/],
  "a blocked command": [
    workflow("id: a\nkind: command\nwith:\n  command: nmap 10.0.0.0/24"),
    12,
    16,
    "blocked_class",
    /^$/,
  ],
  "a duplicate key": ["name: a\nname: b\nnodes: []\n", 2, 1, "syntax", /^$/],
  "a tag": ["name: !!js/function x\nnodes: []\n", 1, 7, "syntax", /^$/],
};

for (const [name, [source, line, column, rule, fix]] of Object.entries(WRONG)) {
  Deno.test(`validateSource() finds ${name} at its line and column`, async () => {
    const { definition, validation } = await validateSource(source);
    assert.equal(definition, null);
    const [first] = validation.errors;
    assert.deepEqual(
      [first!.line, first!.column, first!.rule],
      [line, column, rule],
      JSON.stringify(validation, null, 1),
    );
    assert.match(first!.fix ?? "", fix);
  });
}

Deno.test("validateSource() takes what comes from outside into a prompt, and nowhere where it could act", async () => {
  const read = "id: news\nkind: http_read\nwith:\n  url: https://example.com/a";
  const use = (field: string) =>
    workflow(read, `id: b\nkind: command\ndependsOn: [news]\nwith:\n  command: ls\n  ${field}`);
  assert.ok((await validateSource(use('env: { TEXT: "${{ nodes.news.text }}" }'))).validation.valid);
  const { validation } = await validateSource(use('cwd: "${{ nodes.news.text }}"'));
  assert.deepEqual(validation.errors.map(({ rule }) => rule), ["tainted"]);
});

Deno.test("validateSource() warns where a node may have no output, unless the expression asks first", async () => {
  const source = (text: string) =>
    workflow(
      "id: maybe\nkind: command\nwhen: inputs.deep\nwith:\n  command: ls",
      `id: after\nkind: prompt\ndependsOn: [maybe]\njoin: all_done\nwith:\n  content: ${text}`,
    );
  const warnings = async (text: string) =>
    (await validateSource(source(text))).validation.warnings.map(({ rule }) => rule);
  assert.deepEqual(await warnings("${{ nodes.maybe.stdout }}"), ["unguarded"]);
  assert.deepEqual(await warnings("${{ has(nodes.maybe.stdout) ? 'ran' : 'did not' }}"), []);
});

Deno.test("POST /workflow-test-runs/run warns that defaults.retry repeats no command, where it names exit", async () => {
  await using h = await harness();
  const warnings = async (on: string) => {
    const source =
      `name: T\ndefaults:\n  retry: { max: 1, on: [${on}] }\nnodes:\n  - { id: a, kind: command, with: { command: "false" } }\n`;
    const { validation } = await h.operator("POST /workflow-test-runs/run", { body: { source } });
    return validation.warnings.map(({ rule, line, fix }) => [rule, line, fix]);
  };
  assert.deepEqual(await warnings("transient, timeout"), []);
  assert.deepEqual(await warnings("exit"), [
    ["retry", 3, 'Give each command that may run more than once its own "retry".'],
  ]);
});

Deno.test("validateSource() reads JSON as it reads YAML, and keeps to itself what begins with x-", async () => {
  const json = JSON.stringify({
    name: "J",
    "x-team": 1,
    nodes: [{ id: "a", kind: "notify", "x-y": 2, with: { title: "t", content: "c" } }],
  });
  const { definition, validation } = await validateSource(json);
  assert.deepEqual(validation.errors, []);
  assert.deepEqual([definition!.name, definition!.nodes[0]!.kind], ["J", "notify"]);
});

Deno.test("every built-in template is valid, without a warning", async () => {
  for (const [id, source] of Object.entries(TEMPLATE_SOURCES)) {
    const { validation } = await validateSource(source);
    assert.deepEqual([...validation.errors, ...validation.warnings], [], id);
  }
  assert.equal(Object.keys(TEMPLATE_SOURCES).length, 7);
});

Deno.test("a long definition, which is parsed in a separate process, is valid like a short one", async () => {
  await using h = await harness();
  const node = (at: number) =>
    `  - { id: n${at}, kind: command, with: { command: "echo ${"x".repeat(200)}" } }`;
  const source = `name: long\nnodes:\n${Array.from({ length: 100 }, (_, at) => node(at)).join("\n")}\n`;
  const { validation } = await h.operator("POST /workflow-test-runs/run", { body: { source } });
  assert.deepEqual([validation.valid, validation.errors], [true, []]);
});
