import {
  heldNodes,
  type NodeOf,
  type WorkflowDefinition,
  type WorkflowNode,
} from "../language/definition.ts";
import { followersOf, reachedFrom } from "../language/siblings.ts";
import type { RaceContenders } from "./places.ts";

/** A node with how often it may be executed, and whether a human is asked before it. */
export type Reach = {
  node: WorkflowNode;
  /** The definition whose text contains the node. */
  definition: WorkflowDefinition;
  path: string;
  times: number;
  approved: boolean;
  /** The contenders of the innermost race around it. */
  contenders?: RaceContenders;
};

/** Returns the workers that a definition names for a prompt: several in a race, none where routing chooses. */
export function namedWorkers(
  { node, definition, contenders }: Reach,
): readonly { provider: string; model?: string | undefined }[] {
  const own = node.kind === "prompt" ? node.with.worker : undefined;
  if (own) return [own];
  return contenders ?? (definition.defaults.worker ? [definition.defaults.worker] : []);
}

/** Returns whether a node starts another workflow as a separate run, which is not a part of what is reached. */
export const startsRun = (node: WorkflowNode): node is NodeOf<"workflow"> =>
  node.kind === "workflow" && node.included === undefined;

/** Every node of a definition, with how often it may be executed. */
export const reachOf = (definition: WorkflowDefinition): Reach[] =>
  reach(definition.nodes, { definition, path: "", times: 1, approved: false });

function reach(nodes: readonly WorkflowNode[], around: Omit<Reach, "node">): Reach[] {
  const { definition, path: prefix, times, approved } = around;
  const asked = approvedNodes(nodes);
  return nodes.flatMap((node) => {
    const within = approved || asked.has(node.id);
    const path = prefix + node.id;
    return [
      { ...around, node, path, approved: within },
      ...reach(heldNodes(node), {
        ...around,
        ...(node.kind === "race" && { contenders: node.with.contenders }),
        definition: (node.kind === "workflow" && node.included) || definition,
        path: `${path}.`,
        times: times * boundOf(node),
        approved: within,
      }),
    ];
  });
}

/** Returns how often the nodes within a node may be executed. */
function boundOf(node: WorkflowNode): number {
  if (node.kind === "race") return node.with.contenders.length;
  return node.kind === "loop" || node.kind === "fan_out" ? node.with.max : 1;
}

/** Returns the ids of the nodes that start after an approval. */
function approvedNodes(nodes: readonly WorkflowNode[]): ReadonlySet<string> {
  const followers = followersOf(nodes);
  const approvals = nodes.filter(({ kind }) => kind === "approval");
  return reachedFrom(approvals.flatMap(({ id }) => followers.get(id) ?? []), followers);
}
