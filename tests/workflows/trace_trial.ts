import assert from "node:assert/strict";
import fc from "fast-check";
import { graph } from "./random_graph.ts";
import type { RunWorld } from "./run_world.ts";

type Node = { id: string; kind: string; with: { command?: string; nodes?: Node[] } };
/** A workflow of which every command ends as its dry run is told that it does. */
type Graph = { name: string; inputs: object; nodes: Node[] };

const INPUTS = { n: 2, list: ["a", "b", "c"] };

const exitOf = (id: string): number => id.length % 3 === 0 ? 1 : 0;

const withExits = (nodes: readonly Node[]): Node[] =>
  nodes.map((node) => ({
    ...node,
    with: {
      ...node.with,
      ...(node.kind === "command" && { command: `echo ${node.id}; exit ${exitOf(node.id)}` }),
      ...(node.with.nodes && { nodes: withExits(node.with.nodes) }),
    },
  }));

const commandsIn = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [...(node.kind === "command" ? [node] : []), ...commandsIn(node.with.nodes ?? [])]);

/** So many random workflows, the same ones for the same seed. */
export const randomWorkflows = (count: number, seed: number): Graph[] =>
  (fc.sample(graph, { numRuns: count, seed }) as unknown as Graph[]).map((value) => ({
    ...value,
    nodes: withExits(value.nodes),
  }));

/** Runs a workflow with real commands, and checks that it executed what its dry run says, with the same ends. */
export async function sameTrace(world: RunWorld, definition: Graph): Promise<void> {
  const { h } = world;
  const paths = (nodes: readonly Node[], prefix: string): [string, string][] =>
    nodes.flatMap((node): [string, string][] => [
      ...(node.kind === "command" ? [[`${prefix}${node.id}`, node.id] as [string, string]] : []),
      ...paths(node.with.nodes ?? [], `${prefix}${node.id}.`),
    ]);
  const stubs = Object.fromEntries(
    paths(definition.nodes, "").map(([path, id]) => [path, { exitCode: exitOf(id), stdout: `${id}\n` }]),
  );
  assert.equal(Object.keys(stubs).length, commandsIn(definition.nodes).length);
  const body = { definition: { ...definition }, inputs: INPUTS, stubs };
  const dry = await h.operator("POST /workflow-test-runs/run", { body });
  const run = await world.toEnd(JSON.stringify(definition), INPUTS);
  const sessions = await h.operator("GET /runs/:id/task-sessions", { params: { id: run.id } });
  const real = sessions.map(({ taskId, status }) => `${taskId} ${status}`).sort();
  const { items } = await h.operator("GET /runs/:id/timeline", {
    params: { id: run.id },
    query: { limit: 1000 },
  });
  const refused = new Set(
    items.filter(({ type }) => type === "workflow.node_refused").map(({ data }) =>
      (data as { path: string }).path
    ),
  );
  const expected = dry.trace.filter(({ status, path }) => status !== "skipped" && !refused.has(path))
    .map(({ path, status }) => `${path} ${status}`).sort();
  assert.deepEqual(real, expected, JSON.stringify(definition));
  assert.equal(run.status, dry.status, run.statusDetail);
}
