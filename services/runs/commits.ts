import type { RunDocument } from "../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../store/task_sessions/stream.ts";

/** Every commit that a run and its task sessions go on from. */
export const commitsOf = (run: RunDocument, sessions: readonly TaskSessionDocument[]): Set<string> =>
  new Set(
    [run.base?.commit, run.result?.commit, ...sessions.flatMap(namedBy)].filter((commit) =>
      commit !== undefined
    ),
  );

/** Every commit that a task session goes on from, or has as its result. */
export const namedBy = ({ result, resumeFrom, startCommit }: TaskSessionDocument): string[] =>
  [
    result?.commit,
    resumeFrom?.commit,
    startCommit,
  ].filter((commit) => commit !== undefined);
