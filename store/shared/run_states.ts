/** The states of a run that has not ended. */
export const OPEN_RUN_STATES = ["queued", "running", "waiting", "paused"] as const;

/** The states that no event leaves. */
export const ENDED_RUN_STATES = ["completed", "failed", "cancelled"] as const;
/** A state that no event leaves. */
export type EndedRunStatus = (typeof ENDED_RUN_STATES)[number];

/** Every state of a run. */
export const RUN_STATES = [...OPEN_RUN_STATES, ...ENDED_RUN_STATES] as const;
/** A state of a run. */
export type RunStatus = (typeof RUN_STATES)[number];

/** The same states as lists show them: a run that waits for its turn is last. */
export const OPEN_AS_LISTED: readonly RunStatus[] = [
  ...OPEN_RUN_STATES.filter((status) => status !== "queued"),
  "queued",
];

/** Returns whether no event leaves this state. */
export const isTerminal = (status: RunStatus): status is EndedRunStatus =>
  ENDED_RUN_STATES.some((ended) => ended === status);

/** The events with which a run ends. */
export const RUN_ENDS = ENDED_RUN_STATES.map((status) => `run.${status}` as const);

/** The events after which a run may wait: one that was paused is resumed to where it was. */
export const RUN_WAITS = ["run.waiting", "run.resumed"] as const;

/** Returns whether an event of this type ends a run. */
export const isRunEnd = (type: string): boolean => RUN_ENDS.some((end) => end === type);
