import type { StatusReason } from "../../store/runs/document.ts";

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
