/**
 * The run whose text the response of a creating endpoint repeats, or null: erasing that run also erases the recorded response.
 * An endpoint that declares null does not repeat a run's text.
 */
export type About = ((params: never, result: never) => string | null) | null;

/** The response is the run itself. */
export const ownRun = (_: unknown, { id }: { id: string }): string => id;

/** The path's `:id` names the run. */
export const runOfPath = ({ id }: { id: string }): string => id;

/** The response names the run, if it is about one. */
export const runOfAnswer = (_: unknown, { runId }: { runId?: string | null | undefined }): string | null =>
  runId ?? null;
