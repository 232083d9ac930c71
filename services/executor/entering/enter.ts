import { approvalStream } from "../../../store/approvals/stream.ts";
import { isTerminal, type RunDocument } from "../../../store/runs/document.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../kernel/context.ts";
import { InvalidError, NotFoundError } from "../../kernel/errors.ts";
import { contextOf } from "../../lifecycle/event_context.ts";
import { queueFollowUp } from "../../lifecycle/follow_up.ts";
import { requeueSession } from "../../lifecycle/requeue.ts";
import { moveRun } from "../../lifecycle/runs.ts";
import { hasEnded, PERSON, sessionsOf } from "../../lifecycle/sessions.ts";
import { resumeForTask } from "../../lifecycle/task_wait.ts";
import { isApplying } from "../../runs/applying.ts";
import { profileOf } from "../../runs/planned.ts";
import { requireRun } from "../../runs/read_model.ts";
import { reopen } from "../../task_sessions/cards.ts";
import { requireTaskSession } from "../../task_sessions/read_model.ts";
import { nodeAt } from "../../workflows/graph/mod.ts";
import type { ExecutorLive } from "../live.ts";
import { type LoadedWorkflow, loadWorkflow } from "../workflow/loaded.ts";
import { showEntered } from "./entered.ts";
import type { EnterResult } from "./schemas.ts";
import { shellOf } from "./shell.ts";

/**
 * Lets a person step into a task as soon as its worker can be stopped, or into the result that waits for a decision. A repeated
 * call returns the current state, with the way in.
 */
export async function enterRun(
  ctx: Ctx<ExecutorLive>,
  runId: string,
  { taskId, by }: { taskId?: string | undefined; by?: string | undefined },
): Promise<EnterResult> {
  const run = requireRun(ctx, runId);
  refuse(ctx, run);
  const workflow = run.definitionSha256 ? await loadWorkflow(ctx, run) : null;
  const known = find(ctx, run, taskId, (session) => whyNot(session, workflow));
  const id = known?.id ?? ctx.write(() => followUp(ctx, run));
  if (!known?.entered && !known?.enterRequested) ctx.write(() => request(ctx, run, id, by));
  await ctx.settled();
  const session = requireTaskSession(ctx, id);
  const shown = showEntered(ctx, requireRun(ctx, runId), session);
  if (!shown) throw new InvalidError(`The task "${session.title}" is already ${session.status}.`);
  return { ...shown, shell: shown.state === "entered" ? await shellOf(ctx, run, session) : null };
}

function refuse(ctx: Ctx, run: RunDocument): void {
  const { id, status } = run;
  if (isTerminal(status)) {
    throw new InvalidError(
      `The run ${id} is ${status}; its worktree no longer exists. Retry it to get a new run.`,
    );
  }
  if (status === "paused") throw new InvalidError(`The run ${id} is paused. Resume it first.`);
  if (isApplying(ctx, run)) throw new InvalidError(`The run ${id} is applying its approved patch.`);
  if (!run.tasks) throw new InvalidError(`The run ${id} has no plan yet, so there is no task to step into.`);
}

/** Returns the task that is meant; null for the combined result under review. */
function find(
  ctx: Ctx,
  run: RunDocument,
  taskId: string | undefined,
  whyNot: (session: TaskSessionDocument) => string | null,
): TaskSessionDocument | null {
  const all = sessionsOf(ctx, run.id);
  const sessions = all.filter((session) => whyNot(session) === null);
  if (taskId !== undefined) {
    const session = all.find((each) => each.taskId === taskId);
    if (!session) throw new NotFoundError(`task of the run ${run.id}`, taskId);
    const why = whyNot(session);
    if (why !== null) throw new InvalidError(`"${session.title}" cannot be stepped into: ${why}.`);
    if (isOpen(session) && !run.result) return session;
    if (isReviewed(ctx, run)) return null;
    throw new InvalidError(
      `The task "${session.title}" is ${session.status}. Step into another one: ${names(sessions)}.`,
    );
  }
  if (isReviewed(ctx, run)) return null;
  const open = run.result ? [] : sessions.filter(isOpen);
  const moving = open.filter(({ status }) => status === "running" || status === "waiting");
  const [only, ...more] = open.length > 1 && moving.length > 0 ? moving : open;
  if (!only) throw new InvalidError(`The run ${run.id} is between two steps. Try again in a moment.`);
  if (more.length > 0) {
    throw new InvalidError(
      `The run ${run.id} has several open tasks: ${names(open)}. Say which with --task-id.`,
    );
  }
  return only;
}

/** Whether a task is unfinished, or failed in a way that a person can fix. A workflow handles its own failed nodes. */
const isOpen = ({ status, node }: TaskSessionDocument): boolean =>
  !hasEnded(status) || (node === undefined && (status === "failed" || status === "cancelled"));

/** Returns why no one can step into an open task session; null if they can. */
function whyNot({ node }: TaskSessionDocument, workflow: LoadedWorkflow | null): string | null {
  const declared = node && workflow && nodeAt(workflow.definition, node.path);
  if (!declared || declared.kind === "command") return null;
  if (declared.kind !== "prompt") return `a node of the kind "${declared.kind}" has no worktree`;
  return declared.with.readOnly ? "it only reads, and what is changed in its worktree is dropped" : null;
}

const names = (sessions: readonly TaskSessionDocument[]): string =>
  sessions.map(({ taskId, title }) => `${taskId} (${title.slice(0, 80)})`).join(", ");

const isReviewed = (ctx: Ctx, { result, approvalId }: RunDocument): boolean =>
  result !== undefined && approvalId !== undefined &&
  ctx.store.documents.get(approvalStream, approvalId)?.status === "pending";

/** Starts a round in which the person works on the result; returns its task session. */
function followUp(ctx: Ctx<ExecutorLive>, run: RunDocument): string {
  const round = run.round + 1;
  const id = queueFollowUp(ctx, run, {
    taskId: `step_in_${round}`,
    title: `Changed by a person, round ${round}`,
    role: PERSON,
    profile: profileOf(ctx, run),
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
  const data = { ...(by !== undefined && { by }) };
  const context = { ...contextOf(run), taskSessionId: id };
  record(ctx, taskSessionStream, id, [{ type: "task_session.enter_requested", data }], context);
  resumeForTask(ctx, run.id, "a person steps in");
}
