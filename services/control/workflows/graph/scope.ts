import type { WorkflowDefinition, WorkflowNode } from "../language/definition.ts";
import type { ExpressionScope } from "../language/expression.ts";
import type { NodeRecords, RunFacts } from "./records.ts";

/** A list of nodes being decided, and what they know of their surroundings. */
export type NodeFrame = {
  nodes: readonly WorkflowNode[];
  /** The prefix of their ids in paths: empty at the top, `fix[2].` in the second iteration of `fix`. */
  prefix: string;
  /** `iteration`, `contender`, `item` and a fan-out's name for its item. */
  names: Readonly<Record<string, unknown>>;
  outer: NodeFrame | null;
  /** The inputs of an included workflow; those of the run if absent. */
  inputs?: Readonly<Record<string, unknown>>;
};

/** Returns what expressions of a frame read: outputs of its nodes and of those around it; a node without output is empty. */
export function expressionScopeOf(frame: NodeFrame, records: NodeRecords, facts: RunFacts): ExpressionScope {
  const nodes: Record<string, unknown> = {};
  const names: Record<string, unknown> = {};
  let inputs = facts.inputs;
  for (let at: NodeFrame | null = frame; at; at = at.outer) {
    if (at.inputs) inputs = at.inputs;
    for (const { id } of at.nodes) nodes[id] ??= records.get(at.prefix + id)?.output ?? {};
    // An item may be null.
    for (const [name, value] of Object.entries(at.names)) {
      if (!Object.hasOwn(names, name)) names[name] = value;
    }
  }
  return { ...facts, inputs, ...names, nodes };
}

/** Returns the frame of one iteration of a loop. */
export const iterationFrame = (
  outer: NodeFrame,
  node: Extract<WorkflowNode, { kind: "loop" }>,
  iteration: number,
  last: unknown,
): NodeFrame => ({
  nodes: node.with.nodes,
  prefix: `${outer.prefix}${node.id}[${iteration}].`,
  names: { iteration: { number: iteration, last } },
  outer,
});

/** Returns the frame of one item of a fan-out. */
export const itemFrame = (
  outer: NodeFrame,
  node: Extract<WorkflowNode, { kind: "fan_out" }>,
  at: number,
  item: unknown,
): NodeFrame => ({
  nodes: node.with.nodes,
  prefix: `${outer.prefix}${node.id}[${at + 1}].`,
  names: { item, [node.with.as]: item },
  outer,
});

/** Returns the frame of one contender of a race, by its number from 1. */
export const contenderFrame = (
  outer: NodeFrame,
  node: Extract<WorkflowNode, { kind: "race" }>,
  number: number,
): NodeFrame => ({
  nodes: node.with.nodes,
  prefix: `${outer.prefix}${node.id}[${number}].`,
  names: { contender: { ...node.with.contenders[number - 1], number } },
  outer,
});

/** Returns the frame of an included workflow: it sees only its own nodes and inputs. */
export const includedFrame = (
  path: string,
  { nodes }: WorkflowDefinition,
  inputs: Readonly<Record<string, unknown>>,
): NodeFrame => ({ nodes, prefix: `${path}.`, names: {}, outer: null, inputs });

/** Returns the paths that a node starts from: its dependencies in the same frame, else what surrounds it. */
export function dependenciesOf(node: WorkflowNode, frame: NodeFrame): string[] {
  return node.dependsOn.map((id) => frame.prefix + id);
}
