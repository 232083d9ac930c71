import type { WorkerOutcome } from "../workers/worker.ts";

/** Why a task ends without success. */
type TaskFailureReason = Extract<WorkerOutcome, { ok: false }>["reason"];

/** An instruction cannot be done; the message is a sentence for people. Nothing was written. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(message: string, readonly reason: TaskFailureReason = "invalid_input") {
    super(message);
  }
}
