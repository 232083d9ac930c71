import { allNodes, innerNodes, type WorkflowDefinition, type WorkflowNode } from "./definition.ts";
import type { Issues, Path } from "./issue.ts";
import { didYouMean } from "./closest.ts";

/** A node and its place. */
export type OrderedNode = {
  node: WorkflowNode;
  path: Path;
  /** The node that contains it; null at the top. */
  parent: WorkflowNode | null;
  /** Every node that has ended before it may start: what it may read. */
  upstream: ReadonlySet<string>;
};

/**
 * Returns every node of a definition by its id, with what precedes it. Finds ids that clash, are unknown, or form a
 * circle.
 */
export function placeNodes(definition: WorkflowDefinition, issues: Issues): Map<string, OrderedNode> {
  const placed = new Map<string, OrderedNode>();
  place(definition.nodes, ["nodes"], null, new Set(), placed, issues);
  const count = allNodes(definition.nodes).length;
  if (count > 200) issues.error(["nodes"], "limit", `A definition has at most 200 nodes, not ${count}.`);
  return placed;
}

function place(
  nodes: readonly WorkflowNode[],
  path: Path,
  parent: WorkflowNode | null,
  outer: ReadonlySet<string>,
  placed: Map<string, OrderedNode>,
  issues: Issues,
): void {
  const siblings = new Map(nodes.map((node) => [node.id, node]));
  nodes.forEach((node, at) => {
    if (placed.has(node.id) || nodes.findIndex(({ id }) => id === node.id) < at) {
      issues.error([...path, at, "id"], "duplicate_id", `The id "${node.id}" is used twice.`, {
        fix: "Ids must be unique in the whole definition, including loops and fan-outs.",
      });
    }
    node.dependsOn.forEach((id, i) => {
      if (siblings.has(id)) return;
      const fix = didYouMean(id, [...siblings.keys()]) ||
        "A node can only depend on nodes in the same list.";
      issues.error([...path, at, "dependsOn", i], "unknown_node", `There is no node "${id}" here.`, { fix });
    });
  });
  const before = upstreamOf(siblings);
  const circle = [...siblings.keys()].find((id) => before.get(id)!.has(id));
  if (circle !== undefined) {
    const at = nodes.findIndex(({ id }) => id === circle);
    const way = wayBack(circle, siblings).map((id) => `"${id}"`).join(" → ");
    issues.error([...path, at, "dependsOn"], "circle", `The node "${circle}" depends on itself: ${way}.`);
    return;
  }
  nodes.forEach((node, at) => {
    const upstream = new Set([...outer, ...before.get(node.id)!]);
    placed.set(node.id, { node, path: [...path, at], parent, upstream });
    const inner = innerNodes(node);
    if (inner.length > 0) place(inner, [...path, at, "with", "nodes"], node, upstream, placed, issues);
  });
}

/** Returns the shortest way from a node along its dependencies back to itself, with the node at both ends. */
function wayBack(id: string, siblings: ReadonlyMap<string, WorkflowNode>): string[] {
  const cameFrom = new Map<string, string>();
  for (const open = [id]; !cameFrom.has(id);) {
    const at = open.shift()!;
    for (const next of siblings.get(at)!.dependsOn) {
      if (!siblings.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      open.push(next);
    }
  }
  const way = [id];
  for (let at = cameFrom.get(id)!; at !== id; at = cameFrom.get(at)!) way.unshift(at);
  return [id, ...way];
}

function upstreamOf(siblings: ReadonlyMap<string, WorkflowNode>): Map<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const id of siblings.keys()) {
    const seen = new Set<string>();
    const open = [...siblings.get(id)!.dependsOn];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next) || !siblings.has(next)) continue;
      seen.add(next);
      open.push(...siblings.get(next)!.dependsOn);
    }
    found.set(id, seen);
  }
  return found;
}

/** Returns whether a node may run although an earlier one has no output. Each node on the way is looked at once. */
export function runsWithout(
  nodes: ReadonlyMap<string, OrderedNode>,
  id: string,
  absent: string,
  known = new Map<string, boolean>(),
): boolean {
  const before = known.get(id);
  if (before !== undefined) return before;
  const { node, parent } = nodes.get(id)!;
  const other = nodes.get(absent)!;
  const found = (): boolean => {
    if (other.parent !== parent) return parent !== null && runsWithout(nodes, parent.id, absent, known);
    if (node.join !== "all_success") return true;
    if (node.dependsOn.includes(absent)) return mayLackOutput(other.node);
    return node.dependsOn.filter((each) => nodes.get(each)?.upstream.has(absent))
      .every((each) => runsWithout(nodes, each, absent, known));
  };
  const runs = found();
  known.set(id, runs);
  return runs;
}

/** Returns whether the nodes after a node run although it failed without output; a command leaves its output. */
export const mayLackOutput = ({ kind, onError }: WorkflowNode): boolean =>
  onError === "continue" && kind !== "command";
