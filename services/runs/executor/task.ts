import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { record } from "../../context.ts";
import type { WorkerOutcome } from "../../models/workers/worker.ts";
import {
  captureTree,
  commitTree,
  type Control,
  createWorkspace,
  mergeResults,
  rebaseTree,
  retain,
} from "../../repositories/mod.ts";
import { treeOf } from "../../repositories/trees.ts";
import { plannedOf } from "../delegation_plan.ts";
import { chooseWorker } from "./choose_worker.ts";
import { runCommand } from "./commands.ts";
import { type Attempt, consumeGuidance, waitForGuidance } from "./guidance.ts";
import { Halted, StepFailed } from "./interrupts.ts";
import { clear, placeAt } from "./place.ts";
import { reporter } from "./reporter.ts";
import { runSetup } from "./setup.ts";
import type { StepContext } from "./step_context.ts";

/** Does one task session in a workspace of its own and records its result. A halt leaves it to be done again. */
export async function doTask(step: StepContext, round: number, id: string): Promise<void> {
  using going = step.session(id);
  const { signal } = going;
  try {
    const release = await step.pool.acquire(signal);
    try {
      await attempt(step, round, id, signal);
    } finally {
      release();
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof Halted) return;
    if (!(cause instanceof StepFailed)) throw cause;
    await end(step, round, id, { ok: false, reason: cause.reason as "timeout", detail: cause.message });
  }
}

async function attempt(step: StepContext, round: number, id: string, signal: AbortSignal): Promise<void> {
  const { ctx } = step;
  await step.advance(round, () => {
    record(ctx, taskSessionStream, id, [{ type: "task_session.started", data: {} }], step.context(id));
  });
  await step.boundary(`task:${id}:started`);
  const choice = chooseWorker(ctx, step.run());
  if ("missing" in choice) throw new StepFailed("provider_unavailable", choice.missing);
  const control = await step.control();
  const commit = await startOf(step, control, id);
  const place = placeAt(step.workspacePath(id));
  await clear(place);
  try {
    await Deno.mkdir(step.workspacePath("."), { recursive: true });
    const workspace = await createWorkspace(control, commit, place.directory, signal);
    const task: Attempt = { step, round, id, signal, control, worker: choice.worker, workspace };
    const baseline = await runSetup(step, step.run(), { control, workspace, signal, taskSessionId: id });
    const outcome = await work(task);
    if (outcome === "waits") return;
    await (outcome.ok ? complete(task, baseline, outcome.summary) : end(step, round, id, outcome));
  } finally {
    await clear(place);
  }
}

/** The commit that a task begins from: what rework builds on, or the results that it depends on, or the run's base. */
async function startOf(step: StepContext, control: Control, id: string): Promise<string> {
  const sessions = step.sessions();
  const session = sessions.find((candidate) => candidate.id === id)!;
  if (session.startCommit) return session.startCommit;
  const base = step.run().base!.commit;
  const results = sessions.filter((other) => session.dependsOn.includes(other.taskId)).map((other) =>
    other.result!.commit
  );
  const merged = await mergeResults(control, base, results, step.run().createdAt);
  if ("conflicts" in merged) throw new StepFailed("apply_conflict", conflict(merged.conflicts));
  return merged.commit;
}

/** Which paths two results cannot both have. */
export const conflict = (paths: readonly string[]): string =>
  `Two tasks changed ${
    paths.slice(0, 10).join(", ")
  } in ways that exclude each other. Ask for them one after the other.`;

/** The task's own instructions, then whatever guidance has come by each boundary. */
async function work(task: Attempt): Promise<WorkerOutcome | "waits"> {
  const { instructions } = plannedOf(task.step.ctx, task.id);
  let outcome: WorkerOutcome = { ok: true, summary: "There was nothing to do." };
  if (instructions !== "") outcome = await perform(task, instructions);
  while (outcome.ok) {
    const guidance = await consumeGuidance(task);
    if (guidance === "waits") return "waits";
    if (guidance === null) break;
    outcome = await perform(task, guidance);
  }
  if (outcome.ok && instructions === "" && outcome.summary === "There was nothing to do.") {
    return await waitForGuidance(
      task,
      "The rework was asked for without saying what to change. Add guidance, or cancel the run.",
    );
  }
  return outcome;
}

function perform(
  { step, id, signal, worker, control, workspace }: Attempt,
  instructions: string,
): Promise<WorkerOutcome> {
  return worker.perform({
    directory: workspace.directory,
    instructions,
    signal,
    report: reporter(step, id),
    runCommand: (command, options) =>
      runCommand(step, {
        purpose: "worker",
        ...options,
        command,
        control,
        workspace,
        signal,
        taskSessionId: id,
      }),
  });
}

async function complete(
  { step, round, id, control, workspace }: Attempt,
  baseline: string | null,
  summary: string,
) {
  const captured = await captureTree(control, workspace, step.signal);
  const onto = await treeOf(control, workspace.commit);
  const tree = baseline === null
    ? captured
    : await rebaseTree(control, { from: baseline, to: captured, onto });
  const { createdAt } = step.run();
  const commit = await commitTree(control, {
    tree,
    parents: [workspace.commit],
    message: `${id}\n`,
    date: createdAt,
  });
  await retain(control, step.runId, id, commit);
  await step.boundary(`task:${id}:captured`);
  await step.advance(round, () => {
    if (statusOf(step, id) !== "running") throw new Halted();
    const data = { commit, tree, summary };
    record(step.ctx, taskSessionStream, id, [{ type: "task_session.completed", data }], step.context(id));
  });
}

async function end(
  step: StepContext,
  round: number,
  id: string,
  outcome: Extract<WorkerOutcome, { ok: false }>,
) {
  await step.advance(round, () => {
    if (statusOf(step, id) !== "running") throw new Halted();
    const { reason, detail } = outcome;
    record(
      step.ctx,
      taskSessionStream,
      id,
      [{ type: "task_session.failed", data: { reason, detail } }],
      step.context(id),
    );
  });
}

const statusOf = (step: StepContext, id: string): TaskSessionDocument["status"] | undefined =>
  step.ctx.store.documents.get(taskSessionStream, id)?.status;
