import assert from "node:assert/strict";
import fc from "fast-check";
import { dryRun } from "../../services/control/workflows/graph/dry_run.ts";
import {
  blastRadiusOf,
  fileSourcesOf,
  follow,
  isTaintedAt,
  pathsToRework,
  resultsOf,
} from "../../services/control/workflows/graph/mod.ts";
import { checkDefinition } from "../../services/control/workflows/language/check.ts";
import { loadExpressions } from "../../services/control/workflows/language/expression.ts";
import { Issues } from "../../services/control/workflows/language/issue.ts";
import { placeNodes, runsWithout } from "../../services/control/workflows/language/order.ts";
import { readDefinition } from "../../services/control/workflows/language/read.ts";
import { harness } from "../harness.ts";
import { worked } from "../kit/worked.ts";

/** As many nodes as a definition may have. */
const NODES = 200;
const MAX_MILLISECONDS = 50;
/** A dry run decides as often as a run would. */
const MAX_DRY_RUN_MILLISECONDS = 250;
const INPUTS = { type: "object", properties: { title: { type: "string" }, list: { type: "array" } } };
const FACTS = { inputs: {}, trigger: { kind: "manual" }, run: {} };

type Shape = {
  layer: number;
  first: string;
  join: string;
  onError: string;
  reads: boolean;
  reversed: boolean;
};

/** Layers of nodes, each of which depends on all of the layer before: what doubles the ways from layer to layer. */
function layered({ layer, first, join, onError, reads, reversed }: Shape) {
  const nodes = Array.from({ length: NODES }, (_, at) => {
    const begin = at - at % layer;
    const dependsOn = begin === 0 ? [] : Array.from({ length: layer }, (_, i) => `n${begin - layer + i}`);
    const title = reads && dependsOn.length > 0 ? `\${{ nodes.${dependsOn[0]}.notificationId }}` : "t";
    const content = {
      notify: { title, content: "c" },
      approval: { title: "t" },
      http_read: { url: "https://a.example" },
    };
    const kind = at < layer ? first : "notify";
    return {
      id: `n${at}`,
      kind,
      dependsOn,
      join,
      onError,
      with: content[kind as keyof typeof content],
    };
  });
  const outputs = Object.fromEntries(nodes.map(({ id }) => [id, `\${{ nodes.${id}.notificationId }}`]));
  return { name: "Layers", hosts: ["a.example"], nodes: reversed ? nodes.toReversed() : nodes, outputs };
}

const shape: fc.Arbitrary<Shape> = fc.record({
  layer: fc.constantFrom(1, 2, 4, 10, 20),
  first: fc.constantFrom("notify", "approval", "http_read"),
  join: fc.constantFrom("all_success", "one_success", "all_done"),
  onError: fc.constantFrom("fail", "continue"),
  reads: fc.boolean(),
  reversed: fc.boolean(),
});

Deno.test("every pass over a graph of 200 nodes takes less than 50 ms, however many ways lead through it", async () => {
  const parse = await loadExpressions();
  await fc.assert(
    fc.asyncProperty(shape, async (shape) => {
      const read = () => readDefinition(layered(shape), new Issues())!;
      const definition = read();
      const placed = placeNodes(definition, new Issues());
      const ids = definition.nodes.map(({ id }) => id);
      const last = `n${NODES - 1}`;
      const records = new Map(ids.map((id) => [id, { path: id, status: "completed" as const, output: {} }]));
      const failed = new Map(
        ids.map((id) => [id, { path: id, status: "failed" as const, cause: "exit" as const }]),
      );
      const situation = (records: Parameters<typeof follow>[0]["records"]) => ({
        definition,
        facts: FACTS,
        parse,
        records,
        made: new Set<string>(),
      });
      const passes: Record<string, () => unknown> = {
        check: () => checkDefinition(read(), parse, new Issues()),
        "what it may touch": () => blastRadiusOf(definition),
        "the order": () => placeNodes(definition, new Issues()),
        "what runs without a node": () => runsWithout(placed, last, "n0"),
        "what comes from outside": () => isTaintedAt(definition, parse, last),
        "the first decisions": () => follow(situation(new Map())),
        "the end": () => follow(situation(records)),
        "the end of what failed": () => follow(situation(failed)),
        "the files of a node": () =>
          fileSourcesOf(definition, last, placed.get(last)!.node.dependsOn, () => false),
        "the files of all": () => resultsOf(definition, () => false),
        "what rework repeats": () => pathsToRework(definition, last, "n0", records),
      };
      for (const [name, pass] of Object.entries(passes)) {
        const took = await worked(pass, MAX_MILLISECONDS);
        assert.ok(took <= MAX_MILLISECONDS, `${name}: ${took} ms`);
      }
      const given = { stubs: {}, defaultStubs: true, approvals: {} };
      const took = await worked(() => dryRun(definition, FACTS, parse, given), MAX_DRY_RUN_MILLISECONDS);
      assert.ok(took <= MAX_DRY_RUN_MILLISECONDS, `a dry run: ${took} ms`);
    }),
    { numRuns: 15 },
  );
});

Deno.test("a dry run decides each iteration of a loop, and each item of a fan-out, once: its work grows with what is executed", async () => {
  const chain = (prefix: string) =>
    Array.from({ length: 20 }, (_, at) => ({
      id: `${prefix}${at}`,
      kind: "notify",
      dependsOn: at === 0 ? [] : [`${prefix}${at - 1}`],
      with: { title: `\${{ inputs.title }}`, content: "c" },
    }));
  const nodes = [
    { id: "loop", kind: "loop", with: { until: "iteration.number >= 10", max: 20, nodes: chain("a") } },
    {
      id: "each",
      kind: "fan_out",
      dependsOn: ["loop"],
      with: { items: "inputs.list", maxParallel: 1, nodes: chain("b") },
    },
  ];
  const issues = new Issues();
  const definition = readDefinition({ name: "Deep", inputs: INPUTS, nodes }, issues)!;
  const parse = await loadExpressions();
  const evaluated = new Map<string, number>();
  const counting = (text: string) => {
    const expression = parse(text);
    const evaluate: typeof expression.evaluate = (...given) => {
      evaluated.set(text, (evaluated.get(text) ?? 0) + 1);
      return expression.evaluate(...given);
    };
    return { ...expression, evaluate };
  };
  const facts = { ...FACTS, inputs: { title: "t", list: Array.from({ length: 10 }, (_, at) => at) } };
  const given = { stubs: {}, defaultStubs: true, approvals: {} };
  const { status, trace } = await dryRun(definition, facts, counting, given);
  assert.deepEqual([status, trace.length], ["completed", 2 + 10 * 20 + 10 * 20]);
  assert.deepEqual(Object.fromEntries(evaluated), {
    "iteration.number >= 10": 10,
    "inputs.list": 1,
    "inputs.title": 400,
  });
});

Deno.test("a workflow of 20 layers, each of which depends on all of the layer before, is saved and run through", async () => {
  await using h = await harness();
  const source = JSON.stringify(
    layered({
      layer: 10,
      first: "notify",
      join: "all_success",
      onError: "fail",
      reads: true,
      reversed: false,
    }),
  );
  const saved = await h.json("POST", "/saved-workflows", { source });
  assert.equal(saved.status, 201, JSON.stringify(saved.body));
  const tested = await h.json("POST", "/workflow-test-runs/run", { source, mode: "dry", defaultStubs: true });
  assert.equal(tested.body.status, "completed", JSON.stringify(tested.body).slice(0, 500));
  assert.equal(tested.body.trace.length, NODES);
});
