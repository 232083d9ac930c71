import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../context.ts";
import type { WorkerReport } from "../../models/workers/worker.ts";
import type { StepContext } from "./step_context.ts";

/** How much of a tool's output goes into the log. */
const OUTPUT_CHARACTERS = 4000;

/** Records what a worker tells of its tools; one that was halted has nothing more to tell. */
export function reporter(step: StepContext, taskSessionId: string): (report: WorkerReport) => void {
  return ({ kind, ...data }) => {
    const session = step.ctx.store.documents.get(taskSessionStream, taskSessionId);
    if (session?.status !== "running" || step.signal.aborted) return;
    // Before it is cut: half of a secret would not be known any more.
    const told = "output" in data && data.output ? step.ctx.redactor.text(data.output) : "";
    const output = told === "" ? {} : { output: told.slice(-OUTPUT_CHARACTERS) };
    const type = kind.replace("_", ".") as "tool.started" | "tool.completed" | "tool.failed";
    record(
      step.ctx,
      taskSessionStream,
      taskSessionId,
      [{ type, data: { ...data, ...output } }],
      step.context(taskSessionId),
    );
  };
}
