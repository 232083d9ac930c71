import { assignmentStream } from "../../../store/worker_machines/assignment.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { namedDirectory, treeOf } from "../../machine/repositories/mod.ts";
import type { Offer } from "../../workforce/worker_machines/leases/mod.ts";
import type { Worker } from "../../workforce/workers/worker.ts";
import { controlToSend, type Sendable } from "../commands/control_to_send.ts";
import { startCommitOf } from "../commands/task_commits.ts";
import { firstFree } from "../commands/first_free.ts";
import { Halted, StepFailed } from "../commands/interrupts.ts";
import { Slot } from "../commands/pool.ts";
import type { RunPort, WorkspacePort } from "../commands/ports.ts";
import { TaskThere } from "./there.ts";

/** Where an attempt at a task is made: in a slot of this machine, or on a worker machine. */
export type TaskPlace = { slot: Slot; there: TaskThere | null };

/** So often a machine may be lost with a task before a human has to look at it. */
const MAX_LOSSES = 2;

/**
 * Waits for a slot of this machine, or for a worker machine that takes the task. Throws `StepFailed` for a task with which several
 * machines were lost, and rejects with the signal's reason.
 */
export async function placeOf(
  step: RunPort & WorkspacePort,
  id: string,
  worker: Worker | null,
  signal: AbortSignal,
): Promise<TaskPlace> {
  const isFirst = step.run().putFirstAt !== undefined;
  const offered = worker && await offerTask(step, id, worker);
  if (!offered) return { slot: await Slot.of(step.pool, signal, isFirst), there: null };
  const { offer, sendable } = offered;
  let isPlaced = false;
  try {
    const release = await firstFree(step, offer, { signal, isFirst });
    if (release) return { slot: Slot.acquired(step.pool, release), there: null };
    const lease = step.ctx.machines.leaseOn(offer);
    if (!lease) throw new Halted(); // lost before anything was sent
    isPlaced = true;
    return { slot: Slot.elsewhere(), there: new TaskThere(step, offer, lease, sendable, step.elsewhere()) };
  } finally {
    if (!isPlaced) await step.ctx.machines.withdraw(step.ctx, offer, "This machine was free first.");
  }
}

/** Offers a task to worker machines; null where none is there that may do it, or its files cannot leave this one. */
async function offerTask(
  step: RunPort & WorkspacePort,
  id: string,
  { provider, model, elsewhere, upstream }: Worker,
): Promise<{ offer: Offer; sendable: Sendable } | null> {
  const { machines, config, store } = step.ctx;
  const run = step.run();
  if (config.workerDoor === null || elsewhere === undefined || !run.base) return null;
  const repoPath = namedDirectory(run.base);
  const work = {
    kind: "task" as const,
    runId: run.id,
    repoPath,
    provider,
    isInstalled: elsewhere === "installed",
    bringsModels: Boolean(upstream?.()),
  };
  if (!machines.hasMachineFor(work)) return null;
  const session = store.documents.get(taskSessionStream, id);
  // A person is in its worktree, or is about to be: that is here.
  if (session?.entered || session?.enterRequested) return null;
  const since = session?.lastAction?.at ?? "";
  const earlier = store.documents.all(assignmentStream, { runId: run.id })
    .filter((each) => each.taskSessionId === id && each.createdAt > since && each.losses > 0);
  if (earlier.length >= MAX_LOSSES) {
    throw new StepFailed(
      "process_lost",
      `${earlier.length} worker machines were lost with it, so it is not given to another one. Retry the task to try again.`,
    );
  }
  const control = await step.control();
  const tree = await treeOf(control, await startCommitOf(step, control, id));
  const sendable = await controlToSend(step, run, tree, ["setup", "worker", "agent"]);
  if ("stays" in sendable) return null;
  const offer = await machines.offer(step.ctx, {
    ...work,
    round: run.round,
    repositoryId: control.id,
    baseTree: run.base.tree,
    setup: sendable.setup,
    taskSessionId: id,
    model,
  });
  return { offer, sendable };
}
