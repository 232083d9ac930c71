import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { Race } from "../../../store/runs/race.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { counting, hasGivenUp } from "../lifecycle/sessions.ts";

/** The steps of a run, in order. Each records its result before the next begins. */
export const STEPS = [
  "admit",
  "prepare",
  "plan",
  "admit_commands",
  "dispatch",
  "race",
  "verify",
  "bundle",
  "fix",
  "checkpoint",
  "select",
  "apply",
  "report",
] as const;
/** One of these steps. */
export type RunStep = typeof STEPS[number];

/**
 * Returns the next step of a run, derived only from what is recorded, so that a restart continues where the log ends.
 * Null if the run is not executing, or if only a human can continue it.
 */
export function nextStep(
  run: RunDocument,
  sessions: readonly TaskSessionDocument[],
  approval: ApprovalDocument | null,
): RunStep | null {
  if (run.status !== "running") return null;
  if (!run.policy) return "admit";
  if (!run.base) return "prepare";
  if (run.race && !run.race.picked) return nextRaceStep(run, run.race);
  if (!run.tasks) return "plan";
  // On another base the commands may name other files.
  if (run.rebasedFrom && !run.commandsAdmitted && !run.appliedAt) return "admit_commands";
  if (!run.result) {
    if (!run.commandsAdmitted) return "admit_commands";
    if (hasGivenUp(run, sessions)) return "fix";
    const over = run.definitionSha256
      ? run.settled
      : counting(run, sessions).every(({ status }) => status === "completed");
    return over ? "verify" : "dispatch";
  }
  if (!run.evaluation) return "verify";
  if (!run.bundle) return "bundle";
  // The result of a trial is judged, and never offered to anyone who could approve it.
  if (run.appliedAt || run.trial) return "report";
  const failed = run.evaluation.outcome === "failed";
  if (failed && !approval && !run.fixing?.ended) return "fix";
  // With nothing to write, a failed verification has nothing to show to a human: the checkpoint ends the run.
  if (run.bundle.files === 0) return failed ? "checkpoint" : "report";
  if (!approval) return "checkpoint";
  if (approval.status === "superseded" && approval.decision?.acceptedHunks) return "select";
  if (approval.status !== "approved") return null;
  return approval.application === "ready" || approval.application === "applying" ? "apply" : null;
}

/** Until a result of its race is picked, a run has none. */
function nextRaceStep(run: RunDocument, { contenders }: Race): RunStep {
  if (!contenders.every(({ plannedBy, lost }) => plannedBy || lost)) return "plan";
  return run.commandsAdmitted ? "race" : "admit_commands";
}
