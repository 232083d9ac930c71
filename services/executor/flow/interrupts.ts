import type { StatusReason } from "../../../store/runs/document.ts";

/** The run no longer executes (paused, cancelled, ended, halted): the step gives up and records nothing. */
export class Halted extends Error {}

/** A task waits for a human for so long that what works on it is stopped; it is started again after the decision. */
export class Parked extends Halted {}

/**
 * A person steps into the task: what works on it stops. `done` is what the worker said at its end, where it came to one, and
 * `record` records what it gave besides, in the caller's unit.
 */
export class SteppedIn extends Halted {
  constructor(readonly done?: string, readonly record: () => void = () => {}) {
    super();
  }
}

/** The step cannot be done, and trying again would not help: the run or the task session fails with `reason`. */
export class StepFailed<Reason extends StatusReason = StatusReason> extends Error {
  constructor(readonly reason: Reason, detail: string) {
    super(detail);
  }
}
