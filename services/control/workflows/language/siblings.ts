import type { WorkflowNode } from "./definition.ts";

type Nodes = readonly WorkflowNode[];

/** Returns the nodes of a list by their ids. */
export const siblingsOf: (nodes: Nodes) => ReadonlyMap<string, WorkflowNode> = perList((nodes) =>
  new Map(nodes.map((node) => [node.id, node]))
);

/** Returns the ids of the nodes of a list that directly depend on each of its nodes. */
export const followersOf: (nodes: Nodes) => ReadonlyMap<string, readonly string[]> = perList((nodes) => {
  const found = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { id, dependsOn } of nodes) for (const before of dependsOn) found.get(before)?.push(id);
  return found;
});

/** Returns all that can be reached from some names, themselves included, in time linear in what is reached. */
export function reachedFrom(
  names: Iterable<string>,
  next: ReadonlyMap<string, Iterable<string>>,
): Set<string> {
  const found = new Set(names);
  // A set also iterates over what is added meanwhile.
  for (const name of found) for (const each of next.get(name) ?? []) found.add(each);
  return found;
}

/** Computes something of a list of nodes once: definitions never change, and the rest is the same for each. */
export function perList<Value, Rest extends unknown[]>(
  compute: (nodes: Nodes, ...rest: Rest) => Value,
): (nodes: Nodes, ...rest: Rest) => Value {
  const known = new WeakMap<Nodes, { value: Value }>();
  return (nodes, ...rest) => {
    const found = known.get(nodes) ?? { value: compute(nodes, ...rest) };
    known.set(nodes, found);
    return found.value;
  };
}
