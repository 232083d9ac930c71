import { sessionsOf } from "../../../../control/lifecycle/sessions.ts";
import type { MessageIntent } from "../words/intent.ts";
import type { Focus } from "../../focus.ts";
import { askBack, type MessageResult, type ReplyContext } from "../../situation.ts";

/** Says how to block or unblock a task. A message does not do it, because its effects are better seen on the board. */
export function card(
  { ctx }: ReplyContext,
  { run }: Focus,
  { move, target }: Extract<MessageIntent, { kind: "card" }>,
): MessageResult {
  if (!run) return askBack(`This conversation has no run yet, so there is no task to ${move}.`);
  const taskIds = sessionsOf(ctx, run.id).map(({ taskId }) => taskId);
  const known = taskIds.join(", ") || "none yet";
  if (target !== null && !taskIds.includes(target)) {
    return askBack(
      `The run ${run.id} has no task "${target}". Its tasks are: ${known}. Nothing was done.`,
      run.id,
    );
  }
  const named = target ?? taskIds[0] ?? "<task>";
  return askBack(
    `Task cards cannot be moved in a conversation, so nothing was done. ${
      target === null ? `The tasks of the run are: ${known}. ` : ""
    }Use \`agent-harness task-cards ${move} ${run.id} ${named}\` or the board of the run. ` +
      "To send guidance to a task, say `guide`.",
    run.id,
  );
}
