import { approvalStream } from "../../../store/approvals/stream.ts";
import { isTerminal } from "../../../store/runs/document.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { isOut } from "../../control/lifecycle/sessions.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { retryCard } from "./cards.ts";
import { getTaskSession } from "./get.ts";
import { requireTaskSession } from "./read_model.ts";
import { requeueSession } from "../../control/lifecycle/requeue.ts";
import type { TaskSessionDetails } from "./schemas.ts";
import { resumeForTask } from "../../control/lifecycle/task_wait.ts";

/**
 * Sends guidance to a task session, which uses it at its next step. A session that waits for input continues with it, and one
 * whose result no longer fits the working tree is done again with it. One under review uses it if the work is sent back.
 * Throws `InvalidError` if its run has ended.
 */
export function guideTaskSession(ctx: Ctx, id: string, content: string): TaskSessionDetails {
  const session = requireTaskSession(ctx, id);
  const run = requireRun(ctx, session.runId);
  if (isTerminal(run.status)) {
    throw new InvalidError(
      `The run ${run.id} is ${run.status}, so it is too late for guidance. Retry the run instead.`,
    );
  }
  const shown = run.approvalId ? ctx.store.documents.get(approvalStream, run.approvalId) : null;
  const isStale = shown?.application === "stale";
  const context = { ...contextOf(run), taskSessionId: id };
  ctx.write(() => {
    const guidanceId = ctx.newId("guidance");
    record(ctx, taskSessionStream, id, [{
      type: "task_session.guidance_added",
      data: { guidanceId, content },
    }], context);
    // What was done no longer fits, so it is repeated with it.
    if (isStale && !isOut(run, session)) return void retryCard(ctx, run, session, {});
    if (!isAskedFor(session)) return;
    requeueSession(ctx, session);
    resumeForTask(ctx, run.id, "guidance was given");
  });
  return getTaskSession(ctx, id);
}

/** A card that was handed to a human continues when it is retried, one that a person is in when it is handed back. */
const isAskedFor = ({ status, waitingFor, card, entered }: TaskSessionDocument): boolean =>
  status === "waiting" && !entered && waitingFor?.kind === "input" && card !== "escalated";
