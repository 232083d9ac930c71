import { type Focus, pendingOf } from "../../focus.ts";
import { askBack, type MessageResult, type ReplyContext } from "../../situation.ts";
import { move } from "./move.ts";
import { noteApproval } from "./note_approval.ts";

/** "Continue" resumes a paused run. It does not decide a waiting approval. */
export function continueWork(situation: ReplyContext, focus: Focus): MessageResult {
  const { run } = focus;
  if (run?.status === "paused") return move(situation, focus, { move: "resume" });
  if (run && pendingOf(situation.ctx, run)) return noteApproval(situation, focus);
  return askBack(
    run
      ? `The run ${run.id} is ${run.status}, so there is nothing to continue. \`status\` says what comes next.`
      : "This conversation has no run yet. What should be done?",
    run?.id,
  );
}
