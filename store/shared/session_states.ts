/** The states in which a task session may still be worked on. */
export const OPEN_SESSION_STATES = [
  "planned",
  "blocked",
  "queued",
  "running",
  "waiting",
  "stopping",
] as const;

/** The states in which a task session has ended, until it is done again. */
export const ENDED_SESSION_STATES = ["completed", "failed", "cancelled", "skipped"] as const;

/** The role of a task session in which a person changes the result. */
export const PERSON = "person";

/** Every state of a task session. */
export const SESSION_STATES = [...OPEN_SESSION_STATES, ...ENDED_SESSION_STATES] as const;
/** A state of a task session. */
type SessionStatus = (typeof SESSION_STATES)[number];

/** Returns whether a task session in this state has ended. */
export const hasEnded = (status: SessionStatus): boolean =>
  ENDED_SESSION_STATES.some((ended) => ended === status);

/** Returns the state in which an event of this type ends a task session; undefined if it does not. */
export const sessionEndOf = (type: string): (typeof ENDED_SESSION_STATES)[number] | undefined =>
  ENDED_SESSION_STATES.find((status) => type === `task_session.${status}`);
