import { type Focus, pendingFor } from "../../focus.ts";
import { askBack, type MessageResult, type ReplyContext } from "../../situation.ts";
import { guide } from "./guide.ts";
import { severalWait } from "./note_approval.ts";
import { startFreely } from "./start.ts";

/** An ambiguous message changes nothing. The answer says what would be clear. */
export function unclear(situation: ReplyContext, focus: Focus): MessageResult {
  const { input } = situation;
  if (input.taskSessionId !== undefined) {
    return guide(situation, focus, { target: null, content: input.content });
  }
  const pending = pendingFor(situation, focus);
  if ("several" in pending) return askBack(severalWait(pending.several), focus.run?.id);
  if ("approval" in pending) {
    const { id } = pending.approval;
    return askBack(
      `I do not understand what this means for the approval ${id}, so nothing was changed. Say \`reject: <reason>\` or ` +
        `\`rework: <what to change>\`. To approve, review it with \`agent-harness review ${id}\` or POST /approvals/${id}/approve.`,
      pending.run.id,
    );
  }
  if (input.worker) return startFreely(situation);
  const { run } = focus;
  if (run?.status === "waiting" && run.waitingFor?.kind === "input") {
    return askBack(
      `The run ${run.id} is waiting for guidance. Send it with \`guide: <instructions>\`. Nothing was changed.`,
      run.id,
    );
  }
  return askBack(
    "I did not understand that, so nothing was done. `help` lists the commands. `run: <request>` starts a run with this text " +
      "for a model.",
    run?.id,
  );
}
