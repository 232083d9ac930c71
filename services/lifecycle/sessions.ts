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
