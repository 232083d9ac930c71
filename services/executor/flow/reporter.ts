import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../kernel/context.ts";
import type { WorkerReport } from "../../workers/worker.ts";
import type { StepContext } from "./step_context.ts";

/** How much of a tool's output goes into the log. */
const OUTPUT_CHARACTERS = 4000;

/** How much of what a tool is about goes into the log: a model may name anything. */
const SUMMARY_CHARACTERS = 2000;

type Report = (report: WorkerReport) => void;

/** Records what a worker tells of its tools and of models; one that was halted has nothing more to tell. */
export function reporter(step: StepContext, taskSessionId: string, signal: AbortSignal): Report {
  return (report) => {
    const session = step.ctx.store.documents.get(taskSessionStream, taskSessionId);
    // One that waits for an answer may go on with something else meanwhile.
    if (!["running", "waiting"].includes(session?.status ?? "") || signal.aborted) return;
    const event = report.kind === "model" ? report.event : toolEvent(step, report);
    record(step.ctx, taskSessionStream, taskSessionId, [event], step.context(taskSessionId));
  };
}

/** Records what a worker tells while it plans, when the run has no task sessions yet. */
export function planReporter(step: StepContext): Report {
  return (report) => {
    if (report.kind !== "model" || step.signal.aborted) return;
    record(step.ctx, runStream, step.runId, [report.event], step.context());
  };
}

type ToolReport = Exclude<WorkerReport, { kind: "model" }>;

/** The transcript has the rest. */
function toolEvent({ ctx }: StepContext, { kind, call: _, shown: _1, ...data }: ToolReport) {
  // Before it is cut: half of a secret would not be known any more.
  const told = "output" in data && data.output ? ctx.redactor.text(data.output) : "";
  const output = told === "" ? {} : { output: told.slice(-OUTPUT_CHARACTERS) };
  const type = kind.replace("_", ".") as "tool.started" | "tool.completed" | "tool.failed";
  return { type, data: { ...data, ...output, summary: data.summary.slice(0, SUMMARY_CHARACTERS) } };
}
