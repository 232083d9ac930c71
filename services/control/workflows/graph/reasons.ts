import type { WorkflowNode } from "../language/definition.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { recordOf } from "../../../../store/shared/records.ts";

/** Says what a container or a branch came to, from its output. */
export function reasonOf(node: WorkflowNode, output: unknown): string {
  if (node.kind === "branch") return `It took "${recordOf(output).case}".`;
  if (node.kind === "workflow") return `All nodes of "${node.included?.name}" ended.`;
  if (node.kind === "loop") {
    return `It ended after ${counted(Number(recordOf(output).iterations), "iteration")}.`;
  }
  if (node.kind === "race") {
    const { contender, provider } = recordOf(output);
    return node.with.pick === "human"
      ? `Contender ${contender} (${provider}) was picked.`
      : `Contender ${contender} (${provider}) was the first that succeeded.`;
  }
  return `It processed ${counted(Array.isArray(output) ? output.length : 0, "item")}.`;
}

/** Says what the output of a node is that was not executed. */
export function reasonOfStandIn(isStubbed: boolean, isMissing: boolean): string {
  if (isStubbed) return "Its stub was used.";
  return isMissing ? "An empty output was used." : "It is not executed here.";
}
