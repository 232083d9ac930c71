import { type BlastRadius, blastRadiusOf, type Dimension } from "./graph/blast_radius.ts";
import { allNodes, type WorkflowDefinition } from "./language/definition.ts";
import type { DefinitionChanges, SavedWorkflow } from "./schemas.ts";
import { mapTuple } from "../../../store/shared/tuples.ts";

type Version = { number: number; definition: WorkflowDefinition };
type Difference = NonNullable<SavedWorkflow["diff"]>;

const DIMENSIONS = ["files", "commands", "hosts", "secrets", "classes", "models"] as const;

/** What differs between two versions: their nodes, and what they may touch. */
export const differenceOf = (before: Version, after: Version): Difference => ({
  from: before.number,
  to: after.number,
  ...differencesOf(before.definition, after.definition),
});

/** The same of two definitions. */
export function differencesOf(before: WorkflowDefinition, after: WorkflowDefinition): DefinitionChanges {
  const [old, now] = mapTuple(
    [before, after],
    ({ nodes }) => new Map(allNodes(nodes).map((node) => [node.id, JSON.stringify(node)])),
  );
  const nodes = [...new Set([...old.keys(), ...now.keys()])].flatMap((id): DefinitionChanges["nodes"] => {
    if (!old.has(id)) return [{ id, change: "added" }];
    if (!now.has(id)) return [{ id, change: "removed" }];
    return old.get(id) === now.get(id) ? [] : [{ id, change: "changed" }];
  });
  return { nodes, blastRadius: radiusDifference(blastRadiusOf(before), blastRadiusOf(after)) };
}

function radiusDifference(before: BlastRadius, after: BlastRadius): DefinitionChanges["blastRadius"] {
  const without = (radius: BlastRadius): Dimension => ({
    items: radius.approvals.withoutApproval,
    basis: "declared",
    from: [],
  });
  return [
    ...DIMENSIONS.map((id) => [id, before[id], after[id]] as const),
    ["without approval", without(before), without(after)] as const,
  ].flatMap(([id, old, now]) => {
    const added = now.items.filter((item) => !old.items.includes(item));
    const removed = old.items.filter((item) => !now.items.includes(item));
    const basis = old.basis === now.basis ? undefined : `${old.basis} → ${now.basis}`;
    if (added.length === 0 && removed.length === 0 && !basis) return [];
    return [{ id, added, removed, ...(basis && { basis }) }];
  });
}
