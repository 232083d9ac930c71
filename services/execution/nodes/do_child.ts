import { isTerminal, requestFieldSchema } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Core, record } from "../../ground/kernel/context.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { isFromAgent } from "../../control/runs/origin.ts";
import { startWorkflowRun } from "../../control/runs/start_workflow.ts";
import { requireTaskSession } from "../../sessions/task_sessions/read_model.ts";
import { Halted, StepFailed } from "../commands/interrupts.ts";
import type { RunPort } from "../commands/ports.ts";
import type { NodeResult } from "./do_join.ts";
import type { WorkOf } from "./plan_node.ts";
import { isRecord } from "../../../store/shared/records.ts";

/** How deep runs can start one another. */
const MAX_DEPTH = 4;

/** Executes another workflow as a run with its own bundle and approval, and returns its outputs. */
export async function runChild(
  step: RunPort,
  round: number,
  id: string,
  work: WorkOf<"workflow">,
): Promise<NodeResult> {
  const { childRunId } = requireTaskSession(step.ctx, id);
  if (childRunId === undefined) return await startChild(step, round, id, work);
  const child = step.ctx.store.documents.get(runStream, childRunId);
  if (!child) throw new StepFailed("dependency_failed", `The run ${childRunId} was deleted.`);
  if (!isTerminal(child.status)) return await waitFor(step, round, id, childRunId);
  if (child.status !== "completed") {
    throw new StepFailed(
      "dependency_failed",
      `The run ${childRunId} ${child.status}${child.statusDetail ? `: ${child.statusDetail}` : "."}`,
    );
  }
  const value = child.settled
    ? JSON.parse(await step.ctx.artifacts.readText(child.settled.outputsSha256))
    : {};
  return { value, summary: `The run ${childRunId} completed.` };
}

async function startChild(
  step: RunPort,
  round: number,
  id: string,
  work: WorkOf<"workflow">,
): Promise<NodeResult> {
  const { ctx } = step;
  const { workflowId, version } = work.node.with;
  const { inputs } = work.content;
  await step.advance(round, (run) => {
    if (depthOf(step, run.id) >= MAX_DEPTH) {
      throw new StepFailed("invalid_input", `Workflows can be nested at most ${MAX_DEPTH} levels deep.`);
    }
    const fromAgent = requestFieldSchema.options.filter((field) => isFromAgent(run, field));
    const child = startWorkflowRun(ctx, {
      workflowId,
      version,
      inputs: isRecord(inputs) ? inputs : undefined,
      ...(work.tainted.includes("inputs") && { inputsFromOutside: true }),
      repoPath: run.repoPath,
      worker: run.worker,
      parentRunId: run.id,
      ...(fromAgent.length > 0 && { fromAgent }),
    }, { namedByDefinition: true });
    const event = { type: "task_session.child_started" as const, data: { runId: child.id } };
    record(ctx, taskSessionStream, id, [event], step.context(id));
    wait(step, id, child.id);
  });
  return null;
}

const waitFor = async (step: RunPort, round: number, id: string, childRunId: string): Promise<NodeResult> => {
  await step.advance(round, () => wait(step, id, childRunId));
  return null;
};

function wait({ ctx }: RunPort, id: string, childRunId: string): void {
  const detail = `Waiting for the run ${childRunId} to end.`;
  const waitingFor = { kind: "dependency" as const, id, since: ctx.now().toISOString(), detail };
  if (!moveSession(ctx, id, "wait", { waitingFor })) throw new Halted();
}

function depthOf({ ctx }: Pick<RunPort, "ctx">, runId: string): number {
  const parent = ctx.store.documents.get(runStream, runId)?.parentRunId;
  return parent === undefined ? 1 : 1 + depthOf({ ctx }, parent);
}

/** Whether the run that a node waits for has ended. */
export function childHasEnded({ store }: Pick<Core, "store">, { childRunId }: TaskSessionDocument): boolean {
  const child = childRunId === undefined ? null : store.documents.get(runStream, childRunId);
  return child === null || isTerminal(child.status);
}
