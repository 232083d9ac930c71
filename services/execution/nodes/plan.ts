import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { checkInputs } from "../../control/workflows/language/inputs.ts";
import { StepFailed } from "../commands/interrupts.ts";
import type { RunPort } from "../commands/ports.ts";
import { loadWorkflow } from "./loaded.ts";
import { isFromAgent } from "../../control/runs/origin.ts";
import { reachOf } from "../../control/workflows/graph/mod.ts";

/** Loads the workflow of a run before any work begins. Its nodes are planned as they become ready. */
export async function planWorkflow(step: RunPort, run: RunDocument): Promise<void> {
  const { definition } = await loadWorkflow(step.ctx, run);
  try {
    checkInputs(definition, run.inputs ?? {});
  } catch (cause) {
    if (cause instanceof InvalidError) throw new StepFailed("invalid_input", cause.message);
    throw cause;
  }
  await step.advance(
    run.round,
    () =>
      record(
        step.ctx,
        runStream,
        run.id,
        [{ type: "run.plan_extended", data: { tasks: [] } }],
        step.context(),
      ),
  );
}

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
        purposes: ["worker"] satisfies ["worker"],
      }]
      : []
  );
}
