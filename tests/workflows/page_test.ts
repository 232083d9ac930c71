import assert from "node:assert/strict";
import { listPrimitives } from "../../services/control/workflows/primitives.ts";
import { completionsAt } from "../../ui/workflows/editor/completion.ts";
import { drawn, nodesOf } from "../../ui/workflows/graph/nodes.ts";
import { draftOf, fieldsOf, inputsOf, problemsOf } from "../../client/form_fields.ts";

const PRIMITIVES = listPrimitives();

/** What is offered where `|` stands in a text. */
const offered = (text: string): string[] | undefined =>
  completionsAt(text.replace("|", ""), text.indexOf("|"), PRIMITIVES)?.options.map(({ label }) => label);

const NODES = `name: x
inputs:
  type: object
  properties:
    fix: { type: string }
    deep:
      type: boolean
nodes:
  - id: test
    kind: command
    with:
      command: npm test
  - id: mend
    kind: prompt
`;

Deno.test("completion: keys by where they stand, kinds, ids, inputs and the fields of outputs", () => {
  assert.ok(offered("na|")!.includes("nodes"));
  assert.ok(offered("nodes:\n  - |")!.includes("dependsOn"));
  assert.deepEqual(offered("nodes:\n  - id: a\n    kind: |")!.sort(), PRIMITIVES.map(({ id }) => id).sort());
  assert.deepEqual(offered("nodes:\n  - id: a\n    join: |"), ["all_success", "one_success", "all_done"]);
  const prompt = offered("nodes:\n  - id: a\n    kind: prompt\n    with:\n      |")!;
  assert.ok(prompt.includes("content") && !prompt.includes("command"));
  assert.deepEqual(
    offered("nodes:\n  - id: a\n    kind: command\n    with:\n      outputFormat: |"),
    ["text", "json", "lines"],
  );
  assert.deepEqual(offered(`${NODES}    dependsOn: [|`), ["test", "mend"]);
  assert.deepEqual(offered(`${NODES}    dependsOn:\n      - |`), ["test", "mend"]);
  assert.deepEqual(offered(`${NODES}    when: inputs.|`), ["fix", "deep"]);
  assert.deepEqual(offered(`${NODES}    when: nodes.|`), ["test", "mend"]);
  assert.ok(offered(`${NODES}    when: nodes.test.|`)!.includes("exitCode"));
  assert.equal(offered('{"name": |}'), undefined);
});

Deno.test("inputs: a field for each property; what is typed means a value, and what the service said is at its field", () => {
  const fields = fieldsOf({
    type: "object",
    required: ["files", "mode", "count"],
    properties: {
      files: { type: "array", items: { type: "string" } },
      mode: { type: "string", enum: ["fast", "slow"] },
      count: { type: "integer", default: 3 },
      deep: { type: "boolean" },
      more: { type: "object" },
    },
  });
  assert.deepEqual(
    fields.map(({ name, kind, required }) => `${name} ${kind} ${required}`),
    ["files lines true", "mode choice true", "count number false", "deep boolean false", "more json false"],
  );
  const draft = { ...draftOf(fields), files: "a\n\nb\n", mode: "slow", deep: "true", more: '{"a": 1}' };
  assert.deepEqual(inputsOf(fields, draft), {
    files: ["a", "b"],
    mode: "slow",
    count: 3,
    deep: true,
    more: { a: 1 },
  });
  assert.throws(() => inputsOf(fields, { ...draft, more: "{" }), /^Error: more is not JSON:/);
  const said = "inputs: count: expected number, received string; files.1: expected string.";
  assert.deepEqual(problemsOf(fields, said), {
    fields: { count: "expected number, received string", files: "1 expected string" },
    rest: "",
  });
  assert.equal(problemsOf(fields, "There is no such directory.").rest, "There is no such directory.");
});

Deno.test("nodes: each once, what comes after a loop right of all in it, and the state of its executions", () => {
  const defined = [
    {
      id: "fix",
      kind: "loop",
      with: { nodes: [{ id: "a", kind: "command" }, { id: "b", kind: "prompt", dependsOn: ["a"] }] },
    },
    { id: "end", kind: "notify", dependsOn: ["fix"] },
    { id: "never", kind: "notify" },
  ];
  const execution = (path: string, status: string) => ({ path, status, sessionId: path });
  const nodes = nodesOf({ definition: { nodes: defined }, included: [] }, {
    executions: [execution("fix[1].a", "completed"), execution("fix[2].a", "running")],
    passed: [{ id: "never", status: "skipped", why: "It is not needed." }],
  });
  const all = drawn(nodes);
  assert.deepEqual(all.map(({ id, status }) => `${id} ${status}`), [
    "fix not started",
    "fix.a running",
    "fix.b not started",
    "end not started",
    "never skipped",
  ]);
  assert.deepEqual(all.find(({ id }) => id === "end")!.dependsOn, ["fix", "fix.b"]);
  assert.deepEqual(all.find(({ id }) => id === "fix.a")!.dependsOn, ["fix"]);
  assert.deepEqual(all.at(-1)!.notes, ["It is not needed."]);
});
