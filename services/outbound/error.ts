import type { OutboundReceipt } from "../../store/outbound_receipt.ts";
import { ServiceError } from "../kernel/errors.ts";

/** Why a request was not made, in the order in which it is looked at: whoever named the address has to change it. */
export type RefusalReason = "invalid_address" | "invalid_request" | "not_public" | "own_service" | "redirect";

/** Why a request that was made brought no answer: asking again later may help. */
export type FailureReason =
  | "unresolved"
  | "unreachable"
  | "certificate"
  | "too_slow"
  | "too_large"
  | "malformed"
  | "stopped";

const REFUSALS: readonly string[] = [
  "invalid_address",
  "invalid_request",
  "not_public",
  "own_service",
  "redirect",
] satisfies RefusalReason[];

/** There is no answer to a request; the message is a sentence for people. `invalid` where it was refused, else `unavailable`. */
export class OutboundError extends ServiceError {
  /** What was done until then; null where the request itself was refused. */
  receipt: OutboundReceipt | null = null;

  constructor(readonly reason: RefusalReason | FailureReason, message: string, options?: ErrorOptions) {
    super(REFUSALS.includes(reason) ? "invalid" : "unavailable", message, options);
  }
}
