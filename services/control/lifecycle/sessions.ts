import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { DocumentReader } from "../../../store/documents.ts";
import { hasEnded } from "../../../store/shared/session_states.ts";

export { hasEnded };

/** Returns all task sessions of a run, oldest first; an empty list before the run has a plan. */
export const sessionsOf = (
  { store }: { store: { documents: DocumentReader } },
  runId: string,
): TaskSessionDocument[] => store.documents.all(taskSessionStream, { runId });

/** The worker of a fix round's task session. */
export const FIXER = "fixer";

const hasFailedToFix = ({ role, status }: TaskSessionDocument): boolean =>
  role === FIXER && hasEnded(status) && status !== "completed";

/**
 * Returns whether the session belongs to a contender of a race that is out, or whose result was not picked, or to the rework of
 * an earlier pick.
 */
export function isOut(
  { race }: Pick<RunDocument, "race">,
  { contender, round }: TaskSessionDocument,
): boolean {
  if (!race) return false;
  if (contender === undefined) return race.pickedIn === undefined || round <= race.pickedIn;
  if (race.picked) return !race.picked.some((part) => part.contender === contender);
  return race.over !== undefined || race.contenders[contender - 1]?.lost !== undefined;
}

/** Returns the task sessions that make up a run's result, without failed fix rounds and what was not picked in a race. */
export const counting = (
  run: Pick<RunDocument, "race">,
  sessions: readonly TaskSessionDocument[],
): TaskSessionDocument[] => sessions.filter((session) => !hasFailedToFix(session) && !isOut(run, session));

/** Returns whether the current fix round failed. */
export const hasGivenUp = (
  { round }: { round: number },
  sessions: readonly TaskSessionDocument[],
): boolean => sessions.some((session) => session.round === round && hasFailedToFix(session));

/** Returns the sessions that no other one depends on. */
export function leavesOf(sessions: readonly TaskSessionDocument[]): TaskSessionDocument[] {
  const dependedOn = new Set(sessions.flatMap((session) => session.dependsOn));
  return sessions.filter((session) => !dependedOn.has(session.taskId));
}

/** The states of a task session that waits for its first step. */
export const BEFORE_START = ["planned", "queued"] as const;

/** Returns the ids of the tasks that must be done before this one can begin. */
export function blockedBy(session: TaskSessionDocument, siblings: readonly TaskSessionDocument[]): string[] {
  if (![...BEFORE_START, "blocked"].includes(session.status)) return [];
  // A node of a workflow may follow one that failed.
  const isDone = ({ status }: TaskSessionDocument) =>
    session.node ? hasEnded(status) : status === "completed";
  return session.dependsOn.filter((taskId) =>
    siblings.some((sibling) => sibling.taskId === taskId && !isDone(sibling))
  );
}

/** Returns the state of a task session as it is shown: `blocked` while it waits for another one. */
export function shownStatus(
  session: TaskSessionDocument,
  siblings: readonly TaskSessionDocument[],
): TaskSessionDocument["status"] {
  return blockedBy(session, siblings).length > 0 ? "blocked" : session.status;
}

/** Returns all task sessions of a run in the states in which they are shown, oldest first. */
export function shownSessionsOf(...of: Parameters<typeof sessionsOf>): TaskSessionDocument[] {
  const sessions = sessionsOf(...of);
  return sessions.map((session) => ({ ...session, status: shownStatus(session, sessions) }));
}
