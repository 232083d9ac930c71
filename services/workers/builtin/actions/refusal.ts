import type { WorkerOutcome } from "../../worker.ts";

/** Why a task ends without success. */
export type RefusalReason = Extract<WorkerOutcome, { ok: false }>["reason"];

/** An instruction cannot be done; the message is the sentence for the person. Nothing of it was written. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(message: string, readonly reason: RefusalReason = "invalid_input") {
    super(message);
  }
}
