/**
 * The run whose text the answer of a creating endpoint repeats, or null: erasing that run takes the recorded answer along.
 * An endpoint that declares null repeats the text of no run.
 */
export type About = ((params: never, result: never) => string | null) | null;

/** The answer is the run itself. */
export const ownRun = (_: unknown, { id }: { id: string }): string => id;

/** The run is named by the path's `:id`. */
export const runOfPath = ({ id }: { id: string }): string => id;

/** The run is named by the answer, if it is about one. */
export const runOfAnswer = (_: unknown, { runId }: { runId?: string | null | undefined }): string | null =>
  runId ?? null;
