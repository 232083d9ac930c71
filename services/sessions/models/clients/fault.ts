import type { ModelFault } from "../../../../store/model_use/events.ts";
import type { Tokens } from "./cost.ts";

/** A model call without a usable answer. The message is a sentence for people. */
export class CallFault extends Error {
  /** How long the provider asks to wait; null where it does not say. */
  readonly retryAfterMilliseconds: number | null;
  /** The tokens used, if the provider reported them before it failed; null otherwise. */
  readonly tokens: Tokens | null;

  constructor(
    readonly fault: ModelFault,
    detail: string,
    options: ErrorOptions & { retryAfterMilliseconds?: number | null; tokens?: Tokens } = {},
  ) {
    super(detail, options);
    this.retryAfterMilliseconds = options.retryAfterMilliseconds ?? null;
    this.tokens = options.tokens ?? null;
  }
}

/** Faults after which the same question may succeed. */
const PASSING: ReadonlySet<ModelFault> = new Set([
  "rate_limited",
  "overloaded",
  "unreachable",
  "timeout",
  "broken_answer",
]);

/** Faults with which a provider refuses a request before it reaches a model, so nothing is spent. */
const UNREAD: ReadonlySet<ModelFault> = new Set([
  "rate_limited",
  "overloaded",
  "unreachable",
  "context_overflow",
  "credentials",
  "not_found",
  "bad_request",
]);

/** Whether a call with this fault used no tokens. */
export const isRefusedUnread = (fault: ModelFault): boolean => UNREAD.has(fault);

/** Whether calling the same model again may help. */
export const mayPass = (fault: ModelFault): boolean => PASSING.has(fault);

/** The reason with which a task or run fails when no other model is left. */
export function failureReasonOf(
  fault: ModelFault,
): "timeout" | "budget_exceeded" | "unsupported_request" | "provider_unavailable" {
  switch (fault) {
    case "timeout":
      return "timeout";
    case "budget":
      return "budget_exceeded";
    case "refused":
    case "content_filtered":
    case "context_overflow":
      return "unsupported_request";
    default:
      return "provider_unavailable";
  }
}
