import type { Definition, WorkflowNode } from "../language/definition.ts";
import type { Scope } from "../language/expression.ts";
import type { NodeRecords, RunFacts } from "./records.ts";

/** The nodes beside one another that are looked at, and what they know of what they are within. */
export type Frame = {
  nodes: readonly WorkflowNode[];
  /** What stands before their ids in paths: empty at the top, `fix[2].` in the second iteration of `fix`. */
  prefix: string;
  /** `iteration`, `item` and what a fan-out calls its item. */
  names: Readonly<Record<string, unknown>>;
  outer: Frame | null;
  /** What a workflow that is included was given; those of the run where it is absent. */
  inputs?: Readonly<Record<string, unknown>>;
};

/** What expressions of a frame read: outputs of its nodes and of those around it; a node without one is empty. */
export function scopeOf(frame: Frame, records: NodeRecords, facts: RunFacts): Scope {
  const nodes: Record<string, unknown> = {};
  const names: Record<string, unknown> = {};
  let inputs = facts.inputs;
  for (let at: Frame | null = frame; at; at = at.outer) {
    if (at.inputs) inputs = at.inputs;
    for (const { id } of at.nodes) nodes[id] ??= records.get(at.prefix + id)?.output ?? {};
    for (const [name, value] of Object.entries(at.names)) names[name] ??= value;
  }
  return { ...facts, inputs, ...names, nodes };
}

/** The frame of one iteration of a loop. */
export const iterationFrame = (
  outer: Frame,
  node: Extract<WorkflowNode, { kind: "loop" }>,
  iteration: number,
  last: unknown,
): Frame => ({
  nodes: node.with.nodes,
  prefix: `${outer.prefix}${node.id}[${iteration}].`,
  names: { iteration: { number: iteration, last } },
  outer,
});

/** The frame of one item of a fan-out. */
export const itemFrame = (
  outer: Frame,
  node: Extract<WorkflowNode, { kind: "fan_out" }>,
  at: number,
  item: unknown,
): Frame => ({
  nodes: node.with.nodes,
  prefix: `${outer.prefix}${node.id}[${at + 1}].`,
  names: { item, [node.with.as]: item },
  outer,
});

/** The frame of a workflow that is included: it sees its own nodes and inputs, and nothing of what is around it. */
export const includedFrame = (
  path: string,
  { nodes }: Definition,
  inputs: Readonly<Record<string, unknown>>,
): Frame => ({ nodes, prefix: `${path}.`, names: {}, outer: null, inputs });
