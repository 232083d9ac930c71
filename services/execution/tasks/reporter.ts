import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import type { WorkerReport } from "../../workforce/workers/worker.ts";
import type { RunPort } from "../commands/ports.ts";
import { showOutput } from "../commands/run_command.ts";

/** How much of a tool's output goes into the log. */
const OUTPUT_CHARACTERS = 4000;

/** How much of a tool's description goes into the log: a model may name anything. */
const SUMMARY_CHARACTERS = 2000;

type Report = (report: WorkerReport) => void;

/** Records what a worker reports about its tools and models. A halted worker reports nothing. */
export function reporter(step: RunPort, taskSessionId: string, signal: AbortSignal): Report {
  return (report) => {
    const session = step.ctx.store.documents.get(taskSessionStream, taskSessionId);
    // A session that waits for an answer may continue with other work.
    if (!["running", "waiting"].includes(session?.status ?? "") || signal.aborted) return;
    const event = report.kind === "model" ? report.event : toolEvent(step, report);
    record(step.ctx, taskSessionStream, taskSessionId, [event], step.context(taskSessionId));
  };
}

/** Records what a worker reports while it plans, before the run has task sessions. */
export function planReporter(step: RunPort): Report {
  return (report) => {
    if (report.kind !== "model" || step.signal.aborted) return;
    record(step.ctx, runStream, step.runId, [report.event], step.context());
  };
}

type ToolReport = Exclude<WorkerReport, { kind: "model" }>;

const TOOL_EVENTS = {
  tool_started: "tool.started",
  tool_completed: "tool.completed",
  tool_failed: "tool.failed",
} as const satisfies Record<ToolReport["kind"], string>;

/** The transcript has the rest. */
function toolEvent({ ctx }: RunPort, { kind, call: _, shown: _1, ...data }: ToolReport) {
  // Redact before truncating: half a secret would not be recognized.
  const told = "output" in data && data.output ? ctx.redactor.text(data.output) : "";
  const output = told === "" ? {} : { output: told.slice(-OUTPUT_CHARACTERS) };
  return {
    type: TOOL_EVENTS[kind],
    data: { ...data, ...output, summary: data.summary.slice(0, SUMMARY_CHARACTERS) },
  };
}

/** Streams what a model writes, after removing known secrets. */
export function showWords(step: RunPort, taskSessionId?: string): (part: string) => void {
  const clean = step.ctx.redactor.stream();
  const show = showOutput(step, taskSessionId);
  return (part) => show(clean.push(part));
}
