import { mergeResults, retain } from "../../machine/repositories/mod.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { requireTaskSession } from "../../sessions/task_sessions/read_model.ts";
import { Halted, knownFailure, StepFailed } from "../commands/interrupts.ts";
import type { RunPort, WorkspacePort } from "../commands/ports.ts";
import type { LoadedWorkflow } from "./loaded.ts";
import { keepOutput } from "./outputs.ts";
import type { NodeWork } from "./plan_node.ts";

/** Faults that a retry may resolve. */
export class Transient extends StepFailed {}

/** The result of a node that needs no worktree. `null` means that it waits and is checked again. */
export type NodeResult =
  | {
    value: unknown;
    summary: string;
    record?: () => void;
    /** The tasks whose merged results are its files, if not those that it begins from. */
    sources?: readonly string[];
  }
  | null;

/**
 * Executes a node that needs neither a worktree nor a slot: `give` returns its output. Its files are the merge of those that it
 * begins from; on a conflict it fails and names the tasks and the paths.
 */
export async function doWithoutWorktree(
  step: RunPort & WorkspacePort,
  workflow: LoadedWorkflow,
  round: number,
  id: string,
  work: NodeWork,
  give: (signal: AbortSignal) => NodeResult | Promise<NodeResult>,
): Promise<void> {
  using going = step.session(id);
  const { ctx } = step;
  try {
    await step.advance(round, () => {
      if (requireTaskSession(ctx, id).status !== "waiting" && !moveSession(ctx, id, "start", {})) {
        throw new Halted();
      }
    });
    await step.boundary(`task:${id}:started`);
    const given = await give(going.signal);
    if (given === null) return;
    const files = await filesOf(step, work, given.sources);
    await retain(await step.control(), step.runId, id, files.commit);
    const session = requireTaskSession(ctx, id);
    const kept = await keepOutput(step, session, given.value, workflow.tainted(work.path));
    await step.boundary(`task:${id}:captured`);
    await step.advance(round, () => {
      if (going.signal.aborted) throw new Halted();
      given.record?.();
      kept.record();
      moveSession(ctx, id, "complete", { ...files, summary: given.summary });
    });
  } catch (cause) {
    if (going.signal.aborted || cause instanceof Halted) return;
    const failure = knownFailure(cause);
    if (!failure) throw cause;
    await step.advance(round, () => {
      if (going.signal.aborted) throw new Halted();
      moveSession(ctx, id, "fail", { ...failure, ...(cause instanceof Transient && { cause: "transient" }) });
    });
  }
}

/** Returns the files of a node as one commit: the merge of those that it begins from, or of the given tasks. */
export async function filesOf(
  step: RunPort & WorkspacePort,
  { path, sources: own }: NodeWork,
  sources: readonly string[] = own,
): Promise<{ commit: string; tree: string }> {
  const run = step.run();
  const control = await step.control();
  const sessions = step.sessions().filter(({ taskId }) => sources.includes(taskId));
  const commits = sessions.map(({ result }) => result!.commit);
  const merged = await mergeResults(control, run.base!.commit, commits, run.createdAt);
  if ("conflicts" in merged) {
    const tasks = sessions.map(({ taskId }) => taskId).slice(0, 10).join(", ");
    throw new StepFailed(
      "apply_conflict",
      `"${path}" cannot combine ${tasks}: they made conflicting changes to ${
        merged.conflicts.slice(0, 10).join(", ")
      }.`,
    );
  }
  return merged;
}
