import fc from "fast-check";
import { graph, outputOf } from "./random_graph.ts";
import assert from "node:assert/strict";
import { dryRun } from "../../services/control/workflows/graph/dry_run.ts";
import { MAX_EXECUTIONS, ready } from "../../services/control/workflows/graph/ready.ts";
import type { NodeDecision, NodeRecord } from "../../services/control/workflows/graph/records.ts";
import { verdictOf } from "../../services/control/workflows/graph/verdict.ts";
import type { WorkflowDefinition } from "../../services/control/workflows/language/definition.ts";
import { loadExpressions } from "../../services/control/workflows/language/expression.ts";
import { requireValid } from "../../services/control/workflows/sources.ts";

const parse = await loadExpressions();
const FACTS = { inputs: { n: 2, list: ["a", "b", "c"] }, trigger: { kind: "manual" }, run: {} };
const INPUTS = { type: "object", properties: { n: { type: "integer" }, list: { type: "array" } } };

async function read(value: object): Promise<WorkflowDefinition> {
  return (await requireValid(JSON.stringify(value))).definition;
}

/** Does a workflow as an executor does: what was started ends in an order of its own, one after the other. */
function perform(definition: WorkflowDefinition, pick: (count: number) => number) {
  const records = new Map<string, NodeRecord>();
  const going: Extract<NodeDecision, { do: "start" }>[] = [];
  for (;;) {
    const outlook = ready({ definition, facts: FACTS, records, parse, made: new Set(records.keys()) });
    if (outlook.state === "ended") return { outlook, records };
    if (outlook.state === "waiting") {
      const [next] = going.splice(pick(going.length), 1);
      const { path, node, attempt } = next!;
      records.set(path, { ...verdictOf(path, node, outputOf(path)), attempts: attempt });
      continue;
    }
    for (const decision of outlook.decisions) {
      const { path } = decision;
      if (decision.do === "start") going.push(decision);
      records.set(
        path,
        decision.do === "complete"
          ? { path, status: "completed", output: decision.output }
          : decision.do === "skip"
          ? { path, status: "skipped" }
          : decision.do === "fail"
          ? { path, status: "failed", cause: "other", detail: decision.detail }
          : {
            path,
            status: "going",
            ...(decision.do === "open" && decision.with),
          },
      );
    }
  }
}

const summary = (records: ReadonlyMap<string, NodeRecord>): string[] =>
  [...records.values()].map(({ path, status, output }) => `${path} ${status} ${JSON.stringify(output)}`)
    .sort();

Deno.test("ready() gives the same outputs in any order of completion, and the dry run decides as the executor: 200 graphs", async () => {
  await fc.assert(
    fc.asyncProperty(graph, fc.infiniteStream(fc.nat(1000)), async (value, numbers) => {
      const definition = await read(value);
      const first = perform(definition, () => 0);
      const other = perform(definition, (count) => numbers.next().value! % count);
      assert.deepEqual(summary(other.records), summary(first.records));
      assert.deepEqual(other.outlook, first.outlook);

      const stubs = Object.fromEntries([...first.records.keys()].map((path) => [path, outputOf(path)]));
      const dry = await dryRun(definition, FACTS, parse, { stubs, defaultStubs: false, approvals: {} });
      assert.equal(dry.status, first.outlook.state === "ended" ? first.outlook.status : "");
      const traced = dry.trace.map(({ path, status }) => `${path} ${status}`).sort();
      const done = [...first.records.values()].map(({ path, status }) => `${path} ${status}`).sort();
      assert.deepEqual(traced, done);
    }),
    { numRuns: 200 },
  );
});

Deno.test("ready() changes nothing of what it is given", async () => {
  const definition = await read({
    name: "N",
    nodes: [{ id: "a", kind: "command", with: { command: "true" } }],
  });
  const records = new Map<string, NodeRecord>();
  const before = JSON.stringify(definition);
  const [one, two] = [1, 2].map(() =>
    ready({ definition, facts: FACTS, records, parse, made: new Set(records.keys()) })
  );
  assert.deepEqual(one, two);
  assert.deepEqual([records.size, JSON.stringify(definition)], [0, before]);
});

Deno.test("a run executes 500 nodes; what would be the 501st fails with a sentence, and none vanishes", async () => {
  const inner = [1, 2, 3].map((at) => ({ id: `c${at}`, kind: "command", with: { command: "true" } }));
  const each = (id: string, before: string[]) => ({
    id,
    kind: "fan_out",
    dependsOn: before,
    with: {
      items: "inputs.list",
      max: 100,
      maxParallel: 20,
      failures: "fail",
      nodes: inner.map((node) => ({ ...node, id: `${id}_${node.id}` })),
    },
  });
  const definition = await read({
    name: "Many",
    inputs: INPUTS,
    nodes: [each("one", []), each("two", ["one"])],
  });
  const list = Array.from({ length: 100 }, (_, at) => at);
  const given = { stubs: {}, defaultStubs: true, approvals: {} };
  const dry = await dryRun(definition, { ...FACTS, inputs: { n: 1, list } }, parse, given);
  assert.equal(dry.status, "failed");
  assert.match(dry.reason, /at most 500 nodes, and "two\[\d+\]\.two_c\d" would be one more/);
  const done = dry.trace.filter(({ status }) => status === "completed").length;
  assert.ok(done >= MAX_EXECUTIONS - 2, `${done}`);
  assert.equal(dry.trace.length, 602, "every node has its line");
});

Deno.test("rework does the named node and what follows again, and nothing before it", async () => {
  const definition = await read({
    name: "R",
    nodes: [
      { id: "first", kind: "command", with: { command: "true" } },
      { id: "draft", kind: "prompt", dependsOn: ["first"], with: { content: "draft" } },
      {
        id: "agree",
        kind: "approval",
        dependsOn: ["draft"],
        with: { title: "Good?", onReject: "rework", rework: { node: "draft", maxRounds: 2 } },
      },
      { id: "last", kind: "notify", dependsOn: ["agree"], with: { title: "t", content: "c" } },
    ],
  });
  const paths = async (answers: ("approve" | "reject")[]) => {
    const given = { stubs: {}, defaultStubs: true, approvals: { agree: answers } };
    const { status, trace } = await dryRun(definition, FACTS, parse, given);
    return [status, trace.map(({ path }) => path).join(" ")];
  };
  assert.deepEqual(await paths(["reject", "approve"]), ["completed", "first draft agree draft agree last"]);
  assert.deepEqual(await paths(["reject", "reject", "reject"]), [
    "failed",
    "first draft agree draft agree draft agree last",
  ]);
});

Deno.test("rework does every iteration of a loop and every item of a fan-out again", async () => {
  const inner = (id: string) => [{ id, kind: "command", with: { command: "true" } }];
  const definition = await read({
    name: "R",
    inputs: INPUTS,
    nodes: [
      { id: "loop", kind: "loop", with: { until: "iteration.number >= 2", max: 3, nodes: inner("a") } },
      { id: "each", kind: "fan_out", dependsOn: ["loop"], with: { items: "inputs.list", nodes: inner("b") } },
      {
        id: "agree",
        kind: "approval",
        dependsOn: ["each"],
        with: { title: "Good?", onReject: "rework", rework: { node: "loop", maxRounds: 1 } },
      },
    ],
  });
  const given = { stubs: {}, defaultStubs: true, approvals: { agree: ["reject", "approve"] as const } };
  const { status, trace } = await dryRun(definition, FACTS, parse, given);
  const round = ["loop[1].a", "loop[2].a", "loop", "each[1].b", "each[2].b", "each[3].b", "each", "agree"];
  assert.equal(status, "completed");
  assert.deepEqual(trace.map(({ path }) => path), [...round, ...round]);
});
