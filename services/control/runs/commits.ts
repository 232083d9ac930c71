import type { RunDocument } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";

/** Returns every commit that a run and its task sessions continue from. */
export const commitsOf = (run: RunDocument, sessions: readonly TaskSessionDocument[]): Set<string> =>
  new Set(
    [run.base?.commit, run.result?.commit, ...sessions.flatMap(namedBy)].filter((commit) =>
      commit !== undefined
    ),
  );

/** Returns every commit that a task session continues from, or has as its result. */
export const namedBy = ({ result, resumeFrom, startCommit }: TaskSessionDocument): string[] =>
  [
    result?.commit,
    resumeFrom?.commit,
    startCommit,
  ].filter((commit) => commit !== undefined);
