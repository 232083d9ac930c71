import type { RunDocument } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { leavesOf } from "../../lifecycle/sessions.ts";

/** Returns the task sessions whose results make up the run's: those that a workflow names, or those that no other builds on. */
export function resultSessions(
  { settled }: Pick<RunDocument, "settled">,
  sessions: readonly TaskSessionDocument[],
): TaskSessionDocument[] {
  if (settled) return sessions.filter(({ taskId }) => settled.results.includes(taskId));
  return leavesOf(sessions);
}
