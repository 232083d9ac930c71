import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { withdrawPermissions } from "../../control/approvals/withdraw.ts";
import { waitItOut } from "./waits.ts";
import { FIXER } from "../../control/lifecycle/sessions.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { createWorkspace, treeOf } from "../../machine/repositories/mod.ts";
import { plannedOf } from "../../control/runs/planned.ts";
import { requestOf } from "../../control/runs/read_model.ts";
import { guidanceOf, requireTaskSession } from "../../sessions/task_sessions/read_model.ts";
import type { FailureCause } from "../../control/workflows/graph/mod.ts";
import type { TaskAttempt } from "./attempt.ts";
import { chooseWorker, type WorkerSelection } from "./choose_worker.ts";
import { prepareWorkspace } from "../commands/prepare_workspace.ts";
import { clearWorkspace, removeEndedDirectory, workspacePaths } from "../commands/paths.ts";
import { captureWork, startCommitOf } from "../commands/task_commits.ts";
import { failedTree, keepAttempt, type KeptAttempt } from "./keep_attempt.ts";
import { Halted, knownFailure, type RunFailure, StepFailed, SteppedIn } from "../commands/interrupts.ts";
import { Pool } from "../commands/pool.ts";
import { placeOf, type TaskPlace } from "../elsewhere/place.ts";
import type { Worker } from "../../workforce/workers/worker.ts";
import { startable } from "./startable.ts";
import type { RunPort, StepPorts } from "../commands/ports.ts";
import { CommandOutputs } from "../commands/run_command.ts";
import { workOn } from "./work.ts";
import { captureVisit, handToPerson } from "./visit.ts";
import { untilSteppedIn, WorkerPause } from "./pause.ts";

/** What a task session that executes a workflow node does in addition. */
export type NodeTask = {
  choose: (instructions: string) => WorkerSelection;
  /** Checks the workspace before the work; returns "waits" where a human has to decide first. */
  before: (task: TaskAttempt) => Promise<"waits" | null>;
  /** Stores the node's output; throws `StepFailed` where it does not fit. */
  keep: (task: TaskAttempt, summary: string) => Promise<KeptResult>;
  /** Stores the output of a node that failed. */
  keepFailed: () => Promise<{ record: () => void; cause?: FailureCause }>;
};

/** A node's output, and whether the files it left in the worktree count. */
type KeptResult = { record: () => void; keepsFiles: boolean };

/** Does one task session in a separate workspace and records the result. After a halt it is done again. */
export async function doTask(step: StepPorts, round: number, id: string, doing?: NodeTask): Promise<void> {
  using going = step.session(id);
  const { signal } = going;
  try {
    const place = await placeOf(step, id, doing ? null : workerOf(step), signal);
    using _slot = place.slot;
    await using _there = place.there;
    await attempt(step, round, id, signal, place, doing);
  } catch (cause) {
    if (signal.aborted || cause instanceof Halted) return;
    const failure = knownFailure(cause);
    if (!failure) throw cause;
    await end(step, round, id, failure, undefined, await doing?.keepFailed());
  }
}

const selectionOf = (step: RunPort): WorkerSelection =>
  chooseWorker(step.ctx, step.run(), requestOf(step.ctx, step.run()));

/** Returns the worker of the run's tasks; null if there is none, which the attempt says. */
function workerOf(step: RunPort): Worker | null {
  const choice = selectionOf(step);
  return "worker" in choice ? choice.worker : null;
}

async function attempt(
  step: StepPorts,
  round: number,
  id: string,
  halted: AbortSignal,
  { slot, there }: TaskPlace,
  doing: NodeTask | undefined,
): Promise<void> {
  const { ctx } = step;
  await step.advance(round, () => {
    // A card may have been moved while the session waited for its slot.
    const ready = startable(step.sessions(), ctx).some((session) => session.id === id);
    if (!ready || !moveSession(ctx, id, "start", {})) throw new Halted();
    there?.recordPlace(step.context(id));
  });
  await step.boundary(`task:${id}:started`);
  const choice = doing ? doing.choose(plannedOf(ctx, id).instructions) : selectionOf(step);
  if ("missing" in choice) throw new StepFailed("provider_unavailable", choice.missing);
  const { worker } = choice;
  const control = await step.control();
  await captureVisit(step, control, round, id);
  const commit = await startCommitOf(step, control, id);
  const paths = workspacePaths(step.workspacePath(id));
  // Questions that are open when the worker has ended have no asker.
  const over = new AbortController();
  // A worker on another machine finishes first: its files are there.
  using pause = new WorkerPause(ctx, id, there ? {} : worker);
  const signal = AbortSignal.any([halted, over.signal, pause.signal]);
  let isEntered = false;
  await clearWorkspace(paths);
  try {
    await Deno.mkdir(step.workspacePath("."), { recursive: true, mode: 0o700 });
    const fresh = await createWorkspace(control, commit, paths.directory, halted);
    const setting = { control, workspace: fresh, signal: halted, taskSessionId: id };
    const prepared = there ? { workspace: fresh, baseline: null } : await prepareWorkspace(step, setting);
    if (prepared === "waits") return;
    const { workspace, baseline } = prepared;
    const transcript = ctx.transcripts.begin(id);
    const task: TaskAttempt = {
      step,
      round,
      id,
      signal,
      control,
      worker,
      workspace,
      baseline,
      slot,
      captures: new Pool(1),
      programs: new Set(),
      printed: new CommandOutputs(),
      transcript,
      refused: new Set(),
      used: new Set(),
      questions: { open: 0, asked: 0 },
      pause,
      there,
    };
    if (await doing?.before(task) === "waits") return;
    const stepsIn = await untilSteppedIn(pause, halted, () =>
      workOn(task, {
        complete: (summary) => complete(task, summary, doing),
        fail: (failure) => fail(task, failure, doing),
      }));
    if (!stepsIn) return;
    await handToPerson(task, stepsIn);
    isEntered = true;
  } finally {
    over.abort(new Halted());
    await Promise.all([ctx.transcripts.end(id), isEntered ? null : clearWorkspace(paths)]);
    await removeEndedDirectory(ctx, id);
  }
}

/** Returns false when new guidance has come, which has to be followed first. */
async function complete(task: TaskAttempt, summary: string, doing: NodeTask | undefined): Promise<boolean> {
  const { step, round, id } = task;
  const given = await doing?.keep(task, summary);
  const { commit, tree } = given?.keepsFiles === false ? await unchanged(task) : await captureWork(task, id);
  const kept = await keepAttempt(task, tree, true);
  await step.boundary(`task:${id}:captured`);
  return await step.advance(round, () => {
    requireAtWork(step, id);
    if (task.pause.isAsked) throw new SteppedIn(summary, given?.record);
    if (guidanceOf(step.ctx, id).some(({ status }) => status === "pending")) return false;
    kept.record();
    given?.record();
    moveSession(step.ctx, id, "complete", { commit, tree, summary });
    return true;
  });
}

/** Returns the start of a read-only task as its result. */
const unchanged = async ({ control, workspace: { commit } }: TaskAttempt) => ({
  commit,
  tree: await treeOf(control, commit),
});

async function fail(task: TaskAttempt, failure: RunFailure, doing: NodeTask | undefined): Promise<void> {
  const { step, round, id } = task;
  if (task.pause.isAsked) throw new SteppedIn();
  const kept = await keepAttempt(task, await failedTree(task), false);
  await step.boundary(`task:${id}:kept`);
  await end(step, round, id, failure, kept, await doing?.keepFailed());
}

async function end(
  step: RunPort,
  round: number,
  id: string,
  { reason, detail }: RunFailure,
  kept?: KeptAttempt,
  stored?: Awaited<ReturnType<NodeTask["keepFailed"]>>,
): Promise<void> {
  const { role, contender } = step.ctx.store.documents.get(taskSessionStream, id) ?? {};
  // A fix round and a race do not wait for another day: there is an earlier attempt, or another contender.
  const mayWait = role !== FIXER && contender === undefined;
  if (mayWait && await waitItOut(step, round, { reason, detail }, id)) return;
  await step.advance(round, () => {
    if (requireAtWork(step, id) && kept) throw new SteppedIn(); // somebody has asked in the meantime
    kept?.record();
    stored?.record();
    moveSession(step.ctx, id, "fail", { reason, detail, ...(stored?.cause && { cause: stored.cause }) });
  });
}

/** Withdraws the open questions of ended work. Returns whether a person wants to step in. Throws `Halted` if it was taken away. */
function requireAtWork(step: RunPort, id: string): boolean {
  const { status, card, enterRequested } = requireTaskSession(step.ctx, id);
  if (status !== "running" && (status !== "waiting" || card === "escalated")) throw new Halted();
  withdrawPermissions(step.ctx, step.runId, id, "The worker ended without waiting for an answer.");
  return enterRequested !== undefined;
}
