import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

/** What running more nodes than a run may execute came to. */
export type ManyNodes = { executed: number; refused: number; milliseconds: number };

/**
 * Runs a workflow of two fan-outs with 3 nodes for each item, a fifth more nodes than the `limit` that a run may execute:
 * exactly so many are executed, the next are refused with a sentence each, and all are accounted for.
 */
export async function runManyNodes(limit: number): Promise<ManyNodes> {
  await using world = await RunWorld.open(undefined, { maxExecutions: limit });
  const items = Math.ceil(limit / 5);
  const startedAt = performance.now();
  const runId = await world.start(SOURCE, { list: Array.from({ length: items }, (_, at) => at) }, {
    onFailure: "fail",
  });
  const run = await world.settled(runId);
  const milliseconds = Math.round(performance.now() - startedAt);
  const sentence = new RegExp(`at most ${limit} nodes, and "two\\[\\d+\\]\\.two\\d" would be one more`);
  assert.equal(run.status, "failed");
  assert.match(run.statusDetail!, sentence);
  const nodes = await world.nodes(runId);
  assert.deepEqual(new Set(nodes.map((node) => node.split(" ")[1])), new Set(["completed"]));
  assert.equal(new Set(nodes).size, limit, "each node was executed once");
  const refused = world.h.store.events.after(0, 100_000).filter((event) =>
    event.runId === runId && event.type === "workflow.node_refused"
  ).map(({ data }) => data as { path: string; detail: string });
  const executed = new Set(nodes.map((node) => node.split(" ")[0]!));
  assert.deepEqual(refused.filter(({ path }) => executed.has(path)), []);
  assert.ok(refused.some(({ detail }) => sentence.test(detail)));
  assert.equal(executed.size + refused.length, 2 + 6 * items, "each node was executed or refused");
  return { executed: executed.size, refused: refused.length, milliseconds };
}

const inner = (of: string) =>
  [1, 2, 3].map((at) => `{ id: ${of}${at}, kind: memory, with: { read: { query: pencil } } }`).join(", ");

const each = (id: string, before: string) =>
  `  - { id: ${id}, kind: fan_out, dependsOn: [${before}], with: { items: inputs.list, as: item, max: 100, maxParallel: 20, ` +
  `failures: fail, merge: none, nodes: [${inner(id)}] } }`;

const SOURCE = [
  "name: Many",
  "inputs: { type: object, properties: { list: { type: array, items: { type: integer } } }, required: [list] }",
  "nodes:",
  each("one", ""),
  each("two", "one"),
].join("\n");
