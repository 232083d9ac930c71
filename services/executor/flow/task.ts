import type { StatusReason } from "../../../store/runs/document.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { withdrawPermissions } from "../../approvals/withdraw.ts";
import type { WorkerOutcome } from "../../workers/worker.ts";
import { type Control, createWorkspace, mergeResults } from "../../repositories/mod.ts";
import { requestOf } from "../../runs/read_model.ts";
import { plannedOf } from "../../runs/planned.ts";
import { removeEndedPlace } from "../workspace/agent_directories.ts";
import { agentSeat } from "../workspace/agent_seat.ts";
import { captureWork } from "../workspace/capture.ts";
import { chooseWorker } from "../choose_worker.ts";
import { type Attempt, consumeGuidance, earlierGuidance, waitForGuidance } from "../asking/guidance.ts";
import { Halted, StepFailed } from "./interrupts.ts";
import { perform } from "./perform.ts";
import { Pool } from "./pool.ts";
import { clear, placeAt } from "../workspace/place.ts";
import { prepareWorkspace } from "../setup/prepare.ts";
import { Slot } from "./slot.ts";
import type { StepContext } from "./step_context.ts";
import { moveSession } from "../../lifecycle/task_sessions.ts";

/** Does one task session in a workspace of its own and records its result. A halt leaves it to be done again. */
export async function doTask(step: StepContext, round: number, id: string): Promise<void> {
  using going = step.session(id);
  const { signal } = going;
  try {
    using slot = await Slot.of(step.pool, signal);
    await attempt(step, round, id, signal, slot);
  } catch (cause) {
    if (signal.aborted || cause instanceof Halted) return;
    if (!(cause instanceof StepFailed)) throw cause;
    await end(step, round, id, { reason: cause.reason, detail: cause.message });
  }
}

async function attempt(
  step: StepContext,
  round: number,
  id: string,
  halted: AbortSignal,
  slot: Slot,
): Promise<void> {
  const { ctx } = step;
  await step.advance(round, () => {
    moveSession(ctx, id, "start", {});
  });
  await step.boundary(`task:${id}:started`);
  const choice = chooseWorker(ctx, step.run(), requestOf(ctx, step.run()));
  if ("missing" in choice) throw new StepFailed("provider_unavailable", choice.missing);
  const control = await step.control();
  const commit = await startOf(step, control, id);
  const place = placeAt(step.workspacePath(id));
  // What is still asked when the worker has ended is asked by nobody.
  const over = new AbortController();
  const signal = AbortSignal.any([halted, over.signal]);
  await clear(place);
  try {
    await Deno.mkdir(step.workspacePath("."), { recursive: true, mode: 0o700 });
    const fresh = await createWorkspace(control, commit, place.directory, signal);
    const prepared = await prepareWorkspace(step, { control, workspace: fresh, signal, taskSessionId: id });
    if (prepared === "waits") return;
    const { workspace, baseline } = prepared;
    const { worker } = choice;
    const captures = new Pool(1);
    const task: Attempt = { step, round, id, signal, control, worker, workspace, baseline, slot, captures };
    const outcome = await work(task);
    if (outcome === "waits") return;
    await (outcome.ok ? complete(task, outcome.summary) : end(step, round, id, outcome));
  } finally {
    over.abort(new Halted());
    await clear(place);
    await removeEndedPlace(ctx, id);
  }
}

/** The commit that a task begins from: what rework builds on, or the results that it depends on, or the run's base. */
async function startOf(step: StepContext, control: Control, id: string): Promise<string> {
  const sessions = step.sessions();
  const session = sessions.find((candidate) => candidate.id === id)!;
  const begun = session.resumeFrom?.commit ?? session.startCommit;
  if (begun) return begun;
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
  const interrupted = task.step.ctx.store.documents.get(taskSessionStream, task.id)?.resumeFrom;
  const seat = agentSeat(task);
  const earlier = earlierGuidance(task);
  let outcome: WorkerOutcome = { ok: true, summary: "There was nothing to do." };
  if (instructions !== "" || interrupted) {
    outcome = await perform(task, seat, { text: instructions, guidanceIds: [] });
  }
  if (outcome.ok && earlier) outcome = await perform(task, seat, earlier);
  while (outcome.ok) {
    const guidance = await consumeGuidance(task);
    if (guidance === "waits") return "waits";
    if (guidance === null) break;
    outcome = await perform(task, seat, guidance);
  }
  if (outcome.ok && instructions === "" && outcome.summary === "There was nothing to do.") {
    return await waitForGuidance(
      task,
      "The rework was asked for without saying what to change. Add guidance, or cancel the run.",
    );
  }
  return outcome;
}

async function complete(task: Attempt, summary: string): Promise<void> {
  const { step, round, id } = task;
  const { commit, tree } = await captureWork(task, id);
  await step.boundary(`task:${id}:captured`);
  await step.advance(round, () => {
    requireAtWork(step, id);
    const data = { commit, tree, summary };
    moveSession(step.ctx, id, "complete", data);
  });
}

async function end(
  step: StepContext,
  round: number,
  id: string,
  { reason, detail }: { reason: StatusReason; detail: string },
) {
  await step.advance(round, () => {
    requireAtWork(step, id);
    moveSession(step.ctx, id, "fail", { reason, detail });
  });
}

/** What is still asked when the work has ended is asked by nobody. Throws `Halted` when the session was taken away. */
function requireAtWork(step: StepContext, id: string): void {
  withdrawPermissions(step.ctx, step.runId, id, "The worker ended without waiting for an answer.");
  if (!["running", "waiting"].includes(statusOf(step, id) ?? "")) throw new Halted();
}

const statusOf = (step: StepContext, id: string): TaskSessionDocument["status"] | undefined =>
  step.ctx.store.documents.get(taskSessionStream, id)?.status;
