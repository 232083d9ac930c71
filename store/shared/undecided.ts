/** The kinds of subjects that are the work of a run itself. */
export const OF_RUNS: readonly string[] = ["run", "task_session"];

/** The kind of the subject of what a node of a workflow asks. */
export const NODE_SUBJECT = "workflow_node";

/** Returns what happens if nobody decides about an approval of a subject in time, as a clause; without one, it is of a run. */
export function ifUndecided(subject: { kind: string } | undefined): string {
  if (subject?.kind === NODE_SUBJECT) return "it counts as rejected";
  return !subject || OF_RUNS.includes(subject.kind)
    ? "the run fails and nothing is written"
    : "nothing happens";
}
