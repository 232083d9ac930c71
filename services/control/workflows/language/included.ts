import { innerNodes, isHolding, type WorkflowDefinition, type WorkflowNode } from "./definition.ts";

/** A definition as written, without what it includes. */
export const withoutIncluded = (definition: WorkflowDefinition): WorkflowDefinition => ({
  ...definition,
  nodes: definition.nodes.map(bare),
});

function bare(node: WorkflowNode): WorkflowNode {
  const { included: _, outside: _1, ...rest } = node;
  if (!isHolding(node)) return rest as WorkflowNode;
  return { ...rest, with: { ...node.with, nodes: node.with.nodes.map(bare) } } as WorkflowNode;
}

/** A workflow that a definition includes: the path of the node that includes it, its name and its nodes. */
type Included = { id: string; name: string; nodes: WorkflowNode[] };

/** What a definition includes, by the path of its node, including what that includes in turn. */
export const includedIn = ({ nodes }: Pick<WorkflowDefinition, "nodes">, prefix = ""): Included[] =>
  nodes.flatMap((node) => {
    const path = prefix + node.id;
    const within = { nodes: [...innerNodes(node)] };
    if (node.kind !== "workflow" || !node.included) return includedIn(within, `${path}.`);
    const { name, nodes } = withoutIncluded(node.included);
    return [{ id: path, name, nodes }, ...includedIn(node.included, `${path}.`)];
  });
