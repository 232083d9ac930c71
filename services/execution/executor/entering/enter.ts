import { join } from "node:path";
import { isTerminal, type RunDocument } from "../../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { queueFollowUp } from "../../../control/lifecycle/follow_up.ts";
import { requeueSession } from "../../../control/lifecycle/requeue.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { counting, hasEnded, sessionsOf } from "../../../control/lifecycle/sessions.ts";
import { PERSON } from "../../../../store/shared/session_states.ts";
import { resumeForTask } from "../../../control/lifecycle/task_wait.ts";
import { sealWorktree, workingDirectory } from "../../../machine/repositories/mod.ts";
import { whileStillIn } from "../../../machine/processes/while_still.ts";
import { isApplying } from "../../../control/runs/applying.ts";
import { profileOf } from "../../../control/runs/planned.ts";
import { requireRun } from "../../../control/runs/read_model.ts";
import { reopen } from "../../../sessions/task_sessions/cards.ts";
import { requireTaskSession } from "../../../sessions/task_sessions/read_model.ts";
import { controlOf, workspacesOf } from "../../commands/control.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { loadWorkflow } from "../../nodes/loaded.ts";
import { workspacePaths } from "../../commands/paths.ts";
import { continueInside } from "./continue_inside.ts";
import { showEntered, showPlanned } from "./entered.ts";
import { findEnteredTask } from "./find_task.ts";
import { requestEntry } from "./request_entry.ts";
import type { EnterResult, EnterRunInput } from "./schemas.ts";
import { replaceLostWorktrees } from "./lost_worktrees.ts";
import { shellOf } from "./shell.ts";

/**
 * Lets a person step into a task as soon as its worker can be stopped, into the result that waits for a decision, or into a
 * failed node of a workflow that has ended, in a new run. A repeated call returns the current state, with the way in.
 */
export async function enterRun(
  ctx: Ctx<ExecutorLive>,
  runId: string,
  { taskId, by }: EnterRunInput,
): Promise<EnterResult> {
  const asked = requireRun(ctx, runId);
  const workflow = asked.definitionSha256 ? await loadWorkflow(ctx, asked) : null;
  const run = isTerminal(asked.status) ? continueInside(ctx, asked, workflow, { taskId, by }) : asked;
  const planned = showPlanned(ctx, run, taskId);
  if (planned) {
    await ctx.settled();
    return { ...planned, shell: null };
  }
  refuse(ctx, run);
  const known = findEnteredTask(ctx, run, run === asked ? taskId : run.resume!.enter!.path, workflow);
  const id = known?.id ?? ctx.write(() => followUp(ctx, run));
  // What was asked of an attempt that failed before anybody was in is asked of another one.
  const isAsked = known?.entered || known?.enterRequested && !hasEnded(known.status);
  if (!isAsked) ctx.write(() => request(ctx, run, id, by));
  await ctx.settled();
  await replaceLostWorktrees(ctx, run.id);
  const session = requireTaskSession(ctx, id);
  const shown = showEntered(ctx, requireRun(ctx, run.id), session);
  if (!shown) throw new InvalidError(`The task "${session.title}" is already ${session.status}.`);
  if (shown.state !== "entered") return { ...shown, shell: null };
  await sealAgain(ctx, run, session);
  return { ...shown, shell: await shellOf(ctx, run, session) };
}

/** A person's shell runs what the worker wrote, which may have changed the worktree since they stepped in. */
async function sealAgain(ctx: Ctx<ExecutorLive>, run: RunDocument, { id, entered }: TaskSessionDocument) {
  const { directory } = workspacePaths(join(workspacesOf(ctx.config.storageDirectory), run.id, id));
  const control = await controlOf(ctx, run);
  await whileStillIn(
    ctx.store,
    workingDirectory(control, { directory }),
    () => sealWorktree(control, { directory, commit: entered!.from }, run.base!.commit),
  );
}

function refuse(ctx: Ctx, run: RunDocument): void {
  const { id, status } = run;
  if (status === "paused") throw new InvalidError(`The run ${id} is paused. Resume it first.`);
  if (isApplying(ctx, run)) throw new InvalidError(`The run ${id} is applying its approved patch.`);
  if (!run.tasks) throw new InvalidError(`The run ${id} has no plan yet, so there is no task to step into.`);
}

/** Starts a round in which the person works on the result; returns its task session. */
function followUp(ctx: Ctx<ExecutorLive>, run: RunDocument): string {
  const round = run.round + 1;
  const id = queueFollowUp(ctx, run, {
    taskId: `step_in_${round}`,
    title: `Changed by a person, round ${round}`,
    role: PERSON,
    profile: profileOf(ctx, counting(run, sessionsOf(ctx, run.id))),
  });
  reopen(ctx, run, round, { rebase: false, note: "A person stepped in." });
  moveRun(ctx, run.id, "proceed", { reason: "a person stepped in" });
  return id;
}

function request(ctx: Ctx, run: RunDocument, id: string, by: string | undefined): void {
  const session = requireTaskSession(ctx, id);
  if (session.status === "stopping") throw new InvalidError(`The task "${session.title}" is being stopped.`);
  if (hasEnded(session.status) || session.status === "blocked" || session.card === "escalated") {
    requeueSession(ctx, session);
  }
  requestEntry(ctx, run, id, { by });
  resumeForTask(ctx, run.id, "a person steps in");
}
