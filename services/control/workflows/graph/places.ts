import {
  heldNodes,
  type NodeOf,
  type WorkflowDefinition,
  type WorkflowNode,
} from "../language/definition.ts";
import type { Expression } from "../language/expression.ts";
import { siblingsOf } from "../language/siblings.ts";
import { taintedNodes, taintedWithin } from "../language/taint.ts";

/** A node at a path: the definition whose text contains it, and the nodes that include that one, outermost first. */
export type LocatedNode = {
  node: WorkflowNode;
  definition: WorkflowDefinition;
  includedBy: { node: WorkflowNode; definition: WorkflowDefinition }[];
  /** The contender of the innermost race around it. */
  contender?: RaceContenders[number];
};

/** Who does the nodes of a race. */
export type RaceContenders = NodeOf<"race">["with"]["contenders"];

/** Returns the place of a path, or undefined. */
export function placeAt(definition: WorkflowDefinition, path: string): LocatedNode | undefined {
  const includedBy: LocatedNode["includedBy"] = [];
  let within = definition;
  let nodes: readonly WorkflowNode[] = definition.nodes;
  let node: WorkflowNode | undefined;
  let contender: RaceContenders[number] | undefined;
  let place = "";
  for (const part of path.split(".")) {
    if (node?.kind === "race") contender = node.with.contenders[innermost(place) - 1] ?? contender;
    if (node?.kind === "workflow" && node.included) {
      includedBy.push({ node, definition: within });
      within = node.included;
    }
    const id = part.replace(/\[\d+\]$/, "");
    node = siblingsOf(nodes).get(id);
    if (!node) return undefined;
    nodes = heldNodes(node);
    place = part;
  }
  return node && { node, definition: within, includedBy, ...(contender && { contender }) };
}

/** Returns the node of a path. */
export const nodeAt = (definition: WorkflowDefinition, path: string): WorkflowNode | undefined =>
  placeAt(definition, path)?.node;

/** Returns the nodes in the same list as the one of a path. */
export function besides(definition: WorkflowDefinition, path: string): readonly WorkflowNode[] {
  const end = path.lastIndexOf(".");
  return end < 0 ? definition.nodes : heldNodes(nodeAt(definition, path.slice(0, end))!);
}

/** Returns whether the output of the node at a path came from outside. */
export function isTaintedAt(
  definition: WorkflowDefinition,
  parse: (text: string) => Expression,
  path: string,
  inputsFromOutside = false,
): boolean {
  const place = placeAt(definition, path);
  if (!place) return false;
  let tainted = taintedNodes(definition.nodes, parse, inputsFromOutside);
  for (const { node } of place.includedBy) {
    if (node.included) tainted = taintedWithin(node, node.included, tainted, parse);
  }
  return tainted.has(place.node.id);
}

/** Returns the path of a node without the numbers of iterations and items. */
export const plainPath = (path: string): string => path.replaceAll(/\[\d+\]/g, "");

/** Returns whether a path is that of a named node or of anything within it; without numbers, a name means all iterations and items. */
export const isPartOf = (path: string, name: string): boolean =>
  [path, plainPath(path)].some((each) =>
    each === name || each.startsWith(`${name}.`) || each.startsWith(`${name}[`)
  );

/** Returns the number of the innermost iteration, item or contender of a path, from 1; 0 for a node at the top. */
export const innermost = (path: string): number =>
  Number(path.slice(path.lastIndexOf("[") + 1).match(/^\d+(?=\])/)?.[0] ?? 0);
