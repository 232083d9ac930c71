import { innerNodes, type WorkflowNode } from "./definition.ts";
import type { Expression } from "./expression.ts";
import { parseTemplate } from "./text.ts";
import { computedTexts } from "./texts.ts";

/** What is known of whether a value came from outside. */
export type Tainted = (id: string) => boolean;

/** Returns whether an expression reads something that came from outside. */
export const readsTainted = (expression: Expression, tainted: Tainted): boolean =>
  expression.reading.references.some(({ names: [root, second] }) =>
    root === "trigger"
      ? second === undefined || second === "body" || second === "event"
      : root === "nodes"
      ? second !== undefined && tainted(second)
      : root !== undefined && tainted(`${root}:`)
  );

/**
 * Returns the nodes whose output came from outside, or was computed from such content. `name:` stands for what is known
 * besides nodes, such as `item:`; `outside` names those that are tainted from the start.
 */
export function taintedNodes(
  nodes: readonly WorkflowNode[],
  parse: (text: string) => Expression,
  outside: readonly string[] = [],
): ReadonlySet<string> {
  const tainted = new Set(outside);
  for (let before = -1; before < tainted.size;) {
    before = tainted.size;
    for (const node of nodes) spread(node, tainted, parse);
  }
  return tainted;
}

function spread(node: WorkflowNode, tainted: Set<string>, parse: (text: string) => Expression): void {
  const inner = innerNodes(node);
  for (const each of inner) spread(each, tainted, parse);
  const reads = readsOutside(node, tainted, parse);
  if (reads && node.kind === "fan_out") tainted.add("item:").add(`${node.with.as}:`);
  if (node.kind === "loop" && inner.some(({ id }) => tainted.has(id))) tainted.add("iteration:");
  const isOutside = node.kind === "http_read" || (node.kind === "wait" && node.with.event !== undefined);
  const includes = node.kind === "workflow" && node.included !== undefined &&
    taintedNodes(node.included.nodes, parse).size > 0;
  if (isOutside || includes || reads || inner.some(({ id }) => tainted.has(id))) tainted.add(node.id);
}

/** Returns whether anything that a node computes before it starts came from outside. */
const readsOutside = (
  node: WorkflowNode,
  tainted: ReadonlySet<string>,
  parse: (text: string) => Expression,
): boolean => expressionsOf(node, parse).some((each) => readsTainted(each, (id) => tainted.has(id)));

/** Returns the tainted nodes of an included workflow, given those around its node. */
export const taintedWithin = (
  node: WorkflowNode,
  included: { nodes: readonly WorkflowNode[] },
  around: ReadonlySet<string>,
  parse: (text: string) => Expression,
): ReadonlySet<string> =>
  taintedNodes(included.nodes, parse, readsOutside(node, around, parse) ? ["inputs:"] : []);

/** Returns what a node computes before it starts, parsed; parse errors are reported elsewhere. */
function expressionsOf(node: WorkflowNode, parse: (text: string) => Expression): Expression[] {
  return computedTexts(node).flatMap(({ text, bare }) => {
    try {
      if (bare) return [parse(text)];
      return parseTemplate(text, parse).parts.flatMap((part) =>
        typeof part === "string" ? [] : [part.expression]
      );
    } catch {
      return [];
    }
  });
}
