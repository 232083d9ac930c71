import type { RunDocument, StatusReason } from "../../../store/runs/document.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { FIXER } from "../../control/lifecycle/sessions.ts";

/** The run no longer executes (paused, cancelled, ended, halted): the step stops and records nothing. */
export class Halted extends Error {}

/** A task has waited so long for a human that its worker is stopped; it is started again after the decision. */
export class Parked extends Halted {}

/**
 * A person steps into the task, so its worker stops. `done` is the worker's summary, if it finished; `record` records its
 * other results in the caller's unit.
 */
export class SteppedIn extends Halted {
  constructor(readonly done?: string, readonly record: () => void = () => {}) {
    super();
  }
}

/** The step cannot be done, and a retry would not help: the run or the task session fails with `reason`. */
export class StepFailed<Reason extends StatusReason = StatusReason> extends Error {
  constructor(readonly reason: Reason, detail: string) {
    super(detail);
  }
}

/** Why a run or a task failed, and a sentence about it. */
export type RunFailure = { reason: StatusReason; detail: string };

/** Returns a failure that a person can fix and a retry cannot; null for any other fault. */
export function knownFailure(cause: unknown): RunFailure | null {
  if (cause instanceof StepFailed) return { reason: cause.reason, detail: cause.message };
  if (!(cause instanceof ServiceError) || cause.code === "unavailable") return null;
  return { reason: "invalid_input", detail: cause.message };
}

/** Reasons that another attempt at the same task would not change. */
const FINAL: readonly StatusReason[] = [
  "unsupported_request",
  "policy_blocked",
  "provider_unavailable",
  "budget_exceeded",
];

/**
 * Returns whether a failed task ends its run. Otherwise the other tasks continue, and the run then waits for a human. A failed
 * fix round ends nothing, because there is an earlier attempt.
 */
export const endsRun = (
  { onFailure }: Pick<RunDocument, "onFailure">,
  { role, status, statusReason }: TaskSessionDocument,
): boolean =>
  status === "failed" && role !== FIXER &&
  (onFailure === "fail" || (!!statusReason && FINAL.includes(statusReason)));
