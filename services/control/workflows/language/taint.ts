import { allNodes, innerNodes, type WorkflowNode } from "./definition.ts";
import type { Expression } from "./expression.ts";
import { perList, reachedFrom } from "./siblings.ts";
import { parseTemplate } from "./text.ts";
import { computedTexts } from "./texts.ts";

type Nodes = readonly WorkflowNode[];
type Parse = (text: string) => Expression;

/** Fields that content from outside may not reach. */
export const NEVER_TAINTED: ReadonlySet<string> = new Set(["cwd", "url", "workflowId"]);

/** What is known of whether a value came from outside. */
export type IsTainted = (id: string) => boolean;

/** Stands for everything that is from outside before a node has run; no name has a space. */
const OUTSIDE = "from outside";

/** Returns whether an expression reads something that came from outside. */
export const readsTainted = (expression: Expression, tainted: IsTainted): boolean =>
  namesIn(expression).some((name) => name === OUTSIDE || tainted(name));

/** Returns what an expression reads: ids of nodes, and `name:` for everything else. */
const namesIn = ({ reading }: Expression): string[] =>
  reading.references.flatMap(({ names: [root, second] }) => {
    if (root === "nodes") return second === undefined ? [] : [second];
    if (root !== "trigger") return [`${root}:`];
    return second === undefined || second === "body" || second === "event" ? [OUTSIDE] : [];
  });

/**
 * Returns the nodes whose output came from outside, or was computed from such content. `name:` stands for what is known
 * besides nodes, such as `item:`. The inputs are among it where they came from outside, too.
 */
export const taintedNodes = (nodes: Nodes, parse: Parse, inputsFromOutside = false): ReadonlySet<string> =>
  inputsFromOutside ? withInputs(nodes, parse) : withoutInputs(nodes, parse);

const withoutInputs = perList((nodes, parse: Parse) => spreadFrom(nodes, parse, []));
const withInputs = perList((nodes, parse: Parse) => spreadFrom(nodes, parse, ["inputs:"]));

/** `outside` names what is tainted from the start. */
function spreadFrom(nodes: Nodes, parse: Parse, outside: readonly string[]): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  const spread = (from: string, to: string) => void (next.get(from)?.push(to) ?? next.set(from, [to]));
  for (const node of allNodes(nodes)) {
    const inner = innerNodes(node);
    const reads = `reads ${node.id}`;
    for (const each of expressionsOf(node, parse)) for (const name of namesIn(each)) spread(name, reads);
    spread(reads, node.id);
    for (const { id } of inner) spread(id, node.id);
    if (node.kind === "fan_out") { for (const name of ["item", node.with.as]) spread(reads, `${name}:`); }
    if (node.kind === "loop") { for (const { id } of inner) spread(id, "iteration:"); }
    if (isOutside(node, parse)) spread(OUTSIDE, node.id);
  }
  return reachedFrom([OUTSIDE, ...outside], next);
}

function isOutside(node: WorkflowNode, parse: Parse): boolean {
  if (node.kind === "workflow") {
    return node.outside === true || (node.included !== undefined && givesOutside(node.included, parse));
  }
  return node.kind === "http_read" || (node.kind === "wait" && node.with.event !== undefined);
}

/** Returns whether anything in a workflow comes from outside whatever its inputs are. */
export function givesOutside({ nodes }: { nodes: Nodes }, parse: Parse): boolean {
  const tainted = taintedNodes(nodes, parse);
  return nodes.some(({ id }) => tainted.has(id));
}

/** Returns whether anything that a node computes before it starts came from outside. */
const readsOutside = (
  node: WorkflowNode,
  tainted: ReadonlySet<string>,
  parse: Parse,
): boolean => expressionsOf(node, parse).some((each) => readsTainted(each, (id) => tainted.has(id)));

/** Returns the tainted nodes of an included workflow, given those around its node. */
export const taintedWithin = (
  node: WorkflowNode,
  included: { nodes: readonly WorkflowNode[] },
  around: ReadonlySet<string>,
  parse: Parse,
): ReadonlySet<string> => taintedNodes(included.nodes, parse, readsOutside(node, around, parse));

/** Returns what a node computes before it starts, parsed; parse errors are reported elsewhere. */
function expressionsOf(node: WorkflowNode, parse: Parse): Expression[] {
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
