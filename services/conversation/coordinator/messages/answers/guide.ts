import { isTerminal, type RunDocument } from "../../../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../../../store/task_sessions/stream.ts";
import { requireRun } from "../../../../control/runs/read_model.ts";
import { guideTaskSession } from "../../../../sessions/task_sessions/guide.ts";
import type { MessageIntent } from "../words/intent.ts";
import type { Focus } from "../../focus.ts";
import { askBack, type MessageResult, type ReplyContext } from "../../situation.ts";
import { hasEnded, sessionsOf } from "../../../../control/lifecycle/sessions.ts";

const readsNothing = (status: TaskSessionDocument["status"]): boolean =>
  hasEnded(status) || status === "stopping";

/** Sends guidance to a task: the named one, the one that waits for it, or the only open one. */
export function guide(
  situation: ReplyContext,
  { run, taskSessionId }: Focus,
  { target, content }: Pick<Extract<MessageIntent, { kind: "guide" }>, "target" | "content">,
): MessageResult {
  const { ctx } = situation;
  if (!run) return askBack("This conversation has no run yet, so there is no task to guide.");
  if (isTerminal(run.status)) {
    return askBack(
      `The run ${run.id} is ${run.status}, so guidance is too late. \`retry\` starts a new run.`,
      run.id,
    );
  }
  const sessions = sessionsOf(ctx, run.id);
  const session = chosen(run, sessions, taskSessionId ?? target);
  if (!session) return askBack(whichOne(run, sessions, target), run.id);
  if (readsNothing(session.status)) {
    return askBack(
      `The task ${session.taskId} is ${session.status} and accepts no more guidance. If its result is waiting for a decision, ` +
        "`rework: <what to change>` sends it back.",
      run.id,
    );
  }
  return { runId: run.id, act: () => guideNow(situation, run, session, content) };
}

function guideNow({ ctx }: ReplyContext, run: RunDocument, session: TaskSessionDocument, content: string) {
  const guidance = guideTaskSession(ctx, session.id, content).guidance.at(-1)!;
  const goesOn = run.status === "waiting" && requireRun(ctx, run.id).status !== "waiting";
  const when = goesOn ? "The run continues with it." : "The task uses it at its next step.";
  return {
    reply: `The task ${session.taskId} ("${session.title}") got the guidance. ${when}`,
    effects: [{
      kind: "guidance_added" as const,
      summary: `Guidance was added to ${session.taskId}.`,
      runId: run.id,
      taskSessionId: session.id,
      guidanceId: guidance.id,
      planChange: { round: run.round, added: [], removed: [], changed: [session.taskId] },
    }],
  };
}

function chosen(
  run: RunDocument,
  sessions: readonly TaskSessionDocument[],
  named: string | null,
): TaskSessionDocument | undefined {
  if (named !== null) return sessions.find(({ id, taskId }) => id === named || taskId === named);
  const asking = run.waitingFor?.kind === "input" && sessions.find(({ id }) => id === run.waitingFor!.id);
  if (asking) return asking;
  const open = sessions.filter(({ status }) => !readsNothing(status));
  return open.length === 1 ? open[0] : undefined;
}

function whichOne(run: RunDocument, sessions: readonly TaskSessionDocument[], named: string | null): string {
  if (sessions.length === 0) {
    return `The run ${run.id} has not been planned yet, so there is no task to guide.`;
  }
  const open = sessions.filter(({ status }) => !readsNothing(status));
  if (named !== null) {
    return `The run ${run.id} has no task "${named}". Its tasks are: ${
      sessions.map(({ taskId }) => taskId).join(", ")
    }.`;
  }
  if (open.length === 0) {
    return `All tasks of ${run.id} have ended. \`rework: <what to change>\` sends a waiting result back.`;
  }
  const list = open.map(({ taskId, title }) => `${taskId} (${title})`).join(", ");
  return `Which task do you mean? Open tasks: ${list}. Say \`guide ${open[0]!.taskId}: …\`.`;
}
