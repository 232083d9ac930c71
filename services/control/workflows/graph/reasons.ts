import type { WorkflowNode } from "../language/definition.ts";
import { recordOf } from "../../../../store/shared/records.ts";

/** Says what a container or a branch came to, from its output. */
export function reasonOf(node: WorkflowNode, output: unknown): string {
  if (node.kind === "branch") return `It took "${recordOf(output).case}".`;
  if (node.kind === "workflow") return `All nodes of "${node.included?.name}" ended.`;
  if (node.kind === "loop") {
    return `It ended after ${recordOf(output).iterations} iterations.`;
  }
  if (node.kind === "race") {
    const { contender, provider } = recordOf(output);
    return node.with.pick === "human"
      ? `Contender ${contender} (${provider}) was picked.`
      : `Contender ${contender} (${provider}) was the first that succeeded.`;
  }
  return `It processed ${Array.isArray(output) ? output.length : 0} items.`;
}

/** Says what the output of a node is that was not executed. */
export function reasonOfStandIn(isStubbed: boolean, isMissing: boolean): string {
  if (isStubbed) return "Its stub was used.";
  return isMissing ? "An empty output was used." : "It is not executed here.";
}
