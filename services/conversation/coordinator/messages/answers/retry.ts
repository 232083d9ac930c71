import { isTerminal } from "../../../../../store/runs/document.ts";
import { retryRun } from "../../../../control/runs/retry.ts";
import { requireContendersAgain } from "../../../../execution/executor/require_contenders.ts";
import { InvalidError } from "../../../../ground/kernel/errors.ts";
import { activateRun } from "../../create.ts";
import type { Focus } from "../../focus.ts";
import { askBack, type MessageResult, type ReplyContext } from "../../situation.ts";

/** Queues a run that has ended again, with the same configuration. */
export function retry({ ctx, conversation }: ReplyContext, { run }: Focus): MessageResult {
  if (!run) return askBack("This conversation has no run yet, so there is nothing to retry.");
  if (!isTerminal(run.status)) {
    return askBack(
      `The run ${run.id} is ${run.status} and has not ended. Cancel it first, or wait until it ends.`,
      run.id,
    );
  }
  try {
    requireContendersAgain(ctx, run.id, {});
  } catch (cause) {
    if (cause instanceof InvalidError) return askBack(cause.message, run.id);
    throw cause;
  }
  return {
    runId: run.id,
    act: () => {
      const again = retryRun(ctx, run.id, {});
      if (run.conversationId === conversation.id) activateRun(ctx, conversation.id, again.id);
      const reply = `The run ${again.id} was queued: attempt ${again.attempt} at the request of ${run.id}.`;
      return {
        reply,
        effects: [{ kind: "run_created", summary: "A run was queued again.", runId: again.id }],
      };
    },
  };
}
