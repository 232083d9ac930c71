import { approvalStream } from "../../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../../ground/kernel/errors.ts";
import { hasEnded, isOut, sessionsOf } from "../../../control/lifecycle/sessions.ts";
import { nodeAt } from "../../../control/workflows/graph/mod.ts";
import type { LoadedWorkflow } from "../../nodes/loaded.ts";

/** Returns the task that is meant; null for the combined result under review. */
export function findEnteredTask(
  ctx: Ctx,
  run: RunDocument,
  taskId: string | undefined,
  workflow: LoadedWorkflow | null,
): TaskSessionDocument | null {
  const all = sessionsOf(ctx, run.id);
  const sessions = all.filter((session) => whyNot(session, workflow) === null);
  if (taskId !== undefined) {
    const session = all.find((each) => each.taskId === taskId);
    if (!session) throw new NotFoundError(`task of the run ${run.id}`, taskId);
    const why = whyNot(session, workflow);
    if (why !== null) throw new InvalidError(`"${session.title}" cannot be stepped into: ${why}.`);
    if (isOpen(session) && !run.result) return requireCounting(run, session);
    if (isReviewed(ctx, run)) return null;
    throw new InvalidError(
      `The task "${session.title}" is ${session.status}. Step into another one: ${namesOf(sessions)}.`,
    );
  }
  if (isReviewed(ctx, run)) return null;
  const open = run.result ? [] : sessions.filter((session) => isOpen(session) && !isOut(run, session));
  const moving = open.filter(({ status }) => status === "running" || status === "waiting");
  const entered = open.filter((session) => session.entered);
  const inside = entered.length > 0 ? entered : open.filter((session) => session.enterRequested).slice(0, 1);
  const [only, ...more] = [inside, moving].find((some) => open.length > 1 && some.length > 0) ?? open;
  if (!only) throw new InvalidError(`The run ${run.id} is between two steps. Try again in a moment.`);
  if (more.length > 0) {
    throw new InvalidError(
      `The run ${run.id} has several open tasks: ${namesOf(open)}. Say which with --task-id.`,
    );
  }
  return only;
}

/** Returns the task session. Throws `InvalidError` if its contender in a race is out: nothing would continue it. */
function requireCounting(run: RunDocument, session: TaskSessionDocument): TaskSessionDocument {
  if (!isOut(run, session)) return session;
  throw new InvalidError(
    `The task "${session.title}" belongs to contender ${session.contender}, which is out. Pick the result of another one.`,
  );
}

/** Whether a task is unfinished, or failed in a way that a person can fix. A workflow handles its own failed nodes. */
const isOpen = ({ status, node }: TaskSessionDocument): boolean =>
  !hasEnded(status) || (node === undefined && (status === "failed" || status === "cancelled"));

/** Returns why no one can step into a task session; null if they can. */
export function whyNot({ node }: TaskSessionDocument, workflow: LoadedWorkflow | null): string | null {
  const declared = node && workflow && nodeAt(workflow.definition, node.path);
  if (!declared || declared.kind === "command") return null;
  if (declared.kind !== "prompt") return `a node of the kind "${declared.kind}" has no worktree`;
  return declared.with.readOnly ? "it only reads, and what is changed in its worktree is dropped" : null;
}

/** Returns how tasks are named in a refusal. */
export const namesOf = (sessions: readonly TaskSessionDocument[]): string =>
  sessions.map(({ taskId, title }) => `${taskId} (${title.slice(0, 80)})`).join(", ");

const isReviewed = (ctx: Ctx, { result, approvalId }: RunDocument): boolean =>
  result !== undefined && approvalId !== undefined &&
  ctx.store.documents.get(approvalStream, approvalId)?.status === "pending";
