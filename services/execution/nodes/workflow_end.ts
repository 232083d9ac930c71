import { runStream } from "../../../store/runs/stream.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { waitOfTasks } from "../../control/lifecycle/task_wait.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { failRun } from "../../control/runs/end.ts";
import { type NextDecisions, resultsOf } from "../../control/workflows/graph/mod.ts";
import type { RunPort } from "../commands/ports.ts";
import type { LoadedWorkflow } from "./loaded.ts";
import { newestOf } from "./newest.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { millisecondsOf, type WorkflowDefinition } from "../../control/workflows/language/mod.ts";

/**
 * Makes the run wait when nothing can proceed before someone answers or a time comes. `seen` is the run's newest event when its
 * tasks were looked at: after another one, for instance an answer, it does nothing, and they are to be looked at again.
 */
export async function rest(step: RunPort, round: number, seen: number): Promise<void> {
  await step.boundary("dispatch:resting");
  await step.advance(round, (run) => {
    if (run.status !== "running" || hasMoved(step, seen)) return;
    const waitingFor = waitOfTasks(step.sessions());
    if (waitingFor) moveRun(step.ctx, run.id, "wait", { waitingFor });
  });
}

const hasMoved = ({ ctx, runId }: RunPort, seen: number): boolean =>
  ctx.store.events.lastOfRun(runId) !== seen;

/** Records the result of the workflow: its outputs and the tasks whose files it has, or why it failed. `seen` is as for `rest`. */
export async function endWorkflow(
  step: RunPort,
  round: number,
  workflow: LoadedWorkflow,
  { state }: NextDecisions,
  seen: number,
): Promise<void> {
  if (state.state !== "ended") return;
  const { ctx } = step;
  if (state.status === "failed") {
    return await step.advance(round, (run) => {
      if (hasMoved(step, seen)) return;
      const session = step.sessions().find(({ node }) => node?.path === state.path);
      const detail = `The node "${state.path}" failed: ${state.detail}`;
      failRun(ctx, run, session?.statusReason ?? "dependency_failed", detail);
    });
  }
  const text = ctx.redactor.facts(JSON.stringify(state.outputs));
  const content = await ctx.artifacts.write(text);
  await step.boundary("dispatch:settled");
  await step.advance(round, (run) => {
    if (hasMoved(step, seen)) return;
    const sessions = step.sessions();
    for (const session of sessions) {
      // A repeated workflow did not reach it again.
      if (session.status === "queued" && session.node) {
        moveSession(ctx, session.id, "skip", { detail: "It is no longer needed." });
      }
    }
    recordArtifact(ctx, step.context(), content, {
      path: `outputs/round-${run.round}.json`,
      purpose: "output",
      previewType: "json",
      label: "Outputs of the workflow",
      summary: text.slice(0, 200),
      mediaType: "application/json",
    });
    const data = { results: resultsIn(workflow, sessions), outputsSha256: content.sha256 };
    record(ctx, runStream, run.id, [{ type: "run.workflow_settled", data }], step.context());
  });
}

/** A reviewer's rework was done on the workflow's result, so it contains all of it. */
function resultsIn({ definition }: LoadedWorkflow, sessions: readonly TaskSessionDocument[]): string[] {
  const rework = sessions.findLast(({ node }) => !node);
  if (rework) return [rework.taskId];
  const completed = new Set(
    sessions.flatMap(({ node, status }) => status === "completed" && node ? [node.path] : []),
  );
  return newestOf(sessions, resultsOf(definition, (path) => completed.has(path)));
}

/** Returns when a run will have used its workflow's time limit. Time spent waiting does not count. */
export function workEnds({ timeout }: WorkflowDefinition, { work }: RunDocument, now: number): number {
  const { milliseconds = 0, since } = work ?? {};
  const begun = since === undefined ? now : Date.parse(since);
  return begun + millisecondsOf(timeout)! - milliseconds;
}

/** Ends a run whose workflow has exceeded its time limit, with everything it runs. */
export async function endForTime(
  step: RunPort,
  round: number,
  { timeout }: WorkflowDefinition,
): Promise<void> {
  await step.advance(round, (run) => {
    const detail = `The workflow worked for longer than its timeout, ${timeout}.`;
    failRun(step.ctx, run, "timeout", detail);
  });
}
