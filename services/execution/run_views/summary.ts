import { wordsOfWait } from "../../control/lifecycle/quiet_wait.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { counted } from "../../ground/kernel/words.ts";

/** Returns a run in two or three plain sentences: its state, its progress, and its changes. */
export function summaryOf(run: RunDocument, sessions: readonly TaskSessionDocument[]): string {
  const parts = [`The run is ${run.status}${run.statusReason ? ` (${run.statusReason})` : ""}.`];
  if (run.statusDetail) parts.push(run.statusDetail);
  if (run.waitingFor) parts.push(wordsOfWait(run.waitingFor));
  if (sessions.length > 0) {
    const done = sessions.filter((session) => session.status === "completed").length;
    parts.push(`${done} of ${counted(sessions.length, "task")} done.`);
  }
  if (run.evaluation) parts.push(run.evaluation.detail);
  if (run.bundle) {
    const { files, additions, deletions } = run.bundle;
    parts.push(
      files === 0
        ? "Nothing would change."
        : `Changes ${counted(files, "file")}, +${additions} −${deletions}.`,
    );
  }
  return parts.map((part) => /[.!?…]$/.test(part.trimEnd()) ? part.trimEnd() : `${part.trimEnd()}.`).join(
    " ",
  );
}
