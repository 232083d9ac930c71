import type { RunDocument } from "../../store/runs/document.ts";
import { isFromAgent } from "../runs/origin.ts";
import { reachOf } from "../workflows/graph/mod.ts";
import type { RunPort } from "../commands/ports.ts";
import { loadWorkflow } from "./loaded.ts";

/** Returns the commands of the nodes of a run's workflow, and whether an agent asked for them; none for any other run. */
export async function commandsOfWorkflow(
  step: RunPort,
  run: RunDocument,
): Promise<{ command: string; directory?: string; fromAgent: boolean; purposes: ["worker"] }[]> {
  if (!run.definitionSha256) return [];
  const { definition } = await loadWorkflow(step.ctx, run);
  const fromAgent = isFromAgent(run, "request");
  return reachOf(definition).flatMap(({ node }) =>
    node.kind === "command"
      ? [{
        command: node.with.command,
        ...(node.with.cwd !== undefined && { directory: node.with.cwd }),
        fromAgent,
        purposes: ["worker"] as ["worker"],
      }]
      : []
  );
}
