import type { RunDocument } from "../../../store/runs/document.ts";
import type { SessionProfile } from "../../../store/task_sessions/document.ts";
import type { LocatedNode } from "../../control/workflows/graph/mod.ts";
import { chooseWorker, type WorkerSelection } from "../tasks/choose_worker.ts";
import type { RunPort } from "../commands/ports.ts";

/** Returns who works on a node, as its task session names it; "workflow" for nodes without a worker. */
export function workerForNode(
  step: RunPort,
  { node, definition, contender }: LocatedNode,
  instructions: string,
  profile: SessionProfile | undefined,
): { provider: string; model: string } {
  if (node.kind !== "prompt") return { provider: "workflow", model: node.kind };
  const run = step.run();
  const worker = node.with.worker ?? contender ?? run.worker ?? definition.defaults.worker;
  const choice = chooseFor(step, run, worker, instructions, profile);
  if ("missing" in choice) return { provider: worker?.provider ?? "", model: worker?.model ?? "" };
  return { provider: choice.worker.provider, model: choice.worker.model };
}

/** Returns the worker for a node's instructions, or why there is none. */
export const chooseFor = (
  step: RunPort,
  { workflowTemplateId }: RunDocument,
  worker: RunDocument["worker"],
  instructions: string,
  profile: SessionProfile | undefined,
): WorkerSelection =>
  chooseWorker(step.ctx, {
    ...(worker && { worker }),
    ...(workflowTemplateId !== undefined && { workflowTemplateId }),
    profile,
  }, instructions);
