import type { WorkflowNode } from "../language/definition.ts";

/** Says what a container or a branch came to, from its output. */
export function reasonOf(node: WorkflowNode, output: unknown): string {
  if (node.kind === "branch") return `It took "${(output as { case: string }).case}".`;
  if (node.kind === "workflow") return `All nodes of "${node.included?.name}" ended.`;
  if (node.kind === "loop") {
    return `It ended after ${(output as { iterations: number }).iterations} iterations.`;
  }
  if (node.kind === "race") {
    const { contender, provider } = output as { contender: number; provider: string };
    return `Contender ${contender} (${provider}) was the first that succeeded.`;
  }
  return `It processed ${(output as unknown[]).length} items.`;
}

/** Says what the output of a node is that was not executed. */
export function reasonOfStandIn(isStubbed: boolean, isMissing: boolean): string {
  if (isStubbed) return "Its stub was used.";
  return isMissing ? "An empty output was used." : "It is not executed here.";
}
