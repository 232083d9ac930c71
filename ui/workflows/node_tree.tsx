import { Badge } from "../kit/badge.tsx";
import type { TreeNode } from "./types.ts";

/** The nodes of a workflow in their order, each with what it comes after; those within a node stand below it. */
export function NodeTree({ nodes, label }: { nodes: readonly TreeNode[]; label: string }) {
  return (
    <ul class="node-tree" aria-label={label}>
      {nodes.map((node) => (
        <li key={node.id}>
          <span class="row">
            <strong class="wrap-anywhere">{node.title ?? node.id}</strong>
            <Badge>{node.kind.replaceAll("_", " ")}</Badge>
            {node.title && <code>{node.id}</code>}
            {node.dependsOn && node.dependsOn.length > 0 && (
              <span class="hint small">after {node.dependsOn.join(", ")}</span>
            )}
            {node.when && (
              <span class="hint small wrap-anywhere">
                when <code>{node.when}</code>
              </span>
            )}
          </span>
          {node.with?.nodes && <NodeTree nodes={node.with.nodes} label={`Within ${node.id}`} />}
        </li>
      ))}
    </ul>
  );
}
