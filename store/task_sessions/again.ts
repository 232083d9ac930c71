import type { TaskSessionDocument } from "./task_session.ts";

/** Returns a session without the point at which an interrupted attempt would continue. */
export function afresh(
  { resumeFrom: _, agentSession: _1, ...rest }: TaskSessionDocument,
): TaskSessionDocument {
  return rest;
}

/** Returns a session without its failures: what is done again after it was through may fail as often as before. */
export function withoutFailures({ failures: _, ...rest }: TaskSessionDocument): TaskSessionDocument {
  return rest;
}

/** Returns a session without what an attempt reported or began outside. */
export function withoutEffects<Session extends Partial<TaskSessionDocument>>(
  { notifiedAt: _, childRunId: _1, adoptedFrom: _2, awaited: _3, ...rest }: Session,
): Omit<Session, "notifiedAt" | "childRunId" | "adoptedFrom" | "awaited"> {
  return rest;
}
