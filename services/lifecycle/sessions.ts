import { type TaskSessionDocument, taskSessionStream } from "../../store/task_sessions/stream.ts";
import type { DocumentReader } from "../../store/documents.ts";

/** Far more task sessions than a plan may have. */
const MAX_SESSIONS = 1000;

/** Returns all task sessions of a run, the oldest first; an empty list before the run has a plan. */
export const sessionsOf = (
  { store }: { store: { documents: DocumentReader } },
  runId: string,
): TaskSessionDocument[] => store.documents.find(taskSessionStream, { runId }, { limit: MAX_SESSIONS });

/** The states in which a task session has ended, until a retry queues it again. */
const ENDED: readonly TaskSessionDocument["status"][] = ["completed", "failed", "cancelled", "skipped"];

/** Returns true when a task session in this state has ended. */
export const hasEnded = (status: TaskSessionDocument["status"]): boolean => ENDED.includes(status);

/** Who a task session is that a fix round consists of. */
export const FIXER = "fixer";

/** Who a task session is in which a person changes the result. */
export const PERSON = "person";

const CAME_TO_NOTHING: readonly TaskSessionDocument["status"][] = ["failed", "cancelled", "skipped"];

const hasFailedToFix = ({ role, status }: TaskSessionDocument): boolean =>
  role === FIXER && CAME_TO_NOTHING.includes(status);

/** The task sessions that a run's result is made of: a fix round that came to nothing is none of them. */
export const counting = (sessions: readonly TaskSessionDocument[]): TaskSessionDocument[] =>
  sessions.filter((session) => !hasFailedToFix(session));

/** Whether the fix round that is going on came to nothing. */
export const hasGivenUp = (
  { round }: { round: number },
  sessions: readonly TaskSessionDocument[],
): boolean => sessions.some((session) => session.round === round && hasFailedToFix(session));

/** Those that no other of them depends on. */
export function leavesOf(sessions: readonly TaskSessionDocument[]): TaskSessionDocument[] {
  const dependedOn = new Set(sessions.flatMap((session) => session.dependsOn));
  return sessions.filter((session) => !dependedOn.has(session.taskId));
}
