import type { OutboundReceipt } from "../../../store/outbound_receipt.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";

/** Why a request was not made, in the order of the checks: the address must be changed. */
type RefusalReason = "invalid_address" | "invalid_request" | "not_public" | "own_service" | "redirect";

/** Why a request got no response: a later attempt may succeed. */
type FailureReason =
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

/** There is no response; the message is a sentence for people. `invalid` if the request was refused, else `unavailable`. */
export class OutboundError extends ServiceError {
  /** What was done until then; null if the request itself was refused. */
  receipt: OutboundReceipt | null = null;

  constructor(readonly reason: RefusalReason | FailureReason, message: string, options?: ErrorOptions) {
    super(REFUSALS.includes(reason) ? "invalid" : "unavailable", message, options);
  }
}
