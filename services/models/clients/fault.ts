import type { ModelFault } from "../../../store/model_use/events.ts";
import type { Tokens } from "./cost.ts";

/** A call of a model gave no usable answer. The message is the sentence for a person. */
export class CallFault extends Error {
  /** How long the provider asks to wait; null where it does not say. */
  readonly retryAfterMilliseconds: number | null;
  /** What the answer took, where the provider said so before it failed; null otherwise. */
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

/** Faults after which the same question may get an answer. */
const PASSING: ReadonlySet<ModelFault> = new Set([
  "rate_limited",
  "overloaded",
  "unreachable",
  "timeout",
  "broken_answer",
]);

/** Faults with which a provider turns a request away before any model has seen it: nothing is spent then. */
const UNREAD: ReadonlySet<ModelFault> = new Set([
  "rate_limited",
  "overloaded",
  "unreachable",
  "context_overflow",
  "credentials",
  "not_found",
  "bad_request",
]);

/** Whether a call that failed so has used no tokens. */
export const isRefusedUnread = (fault: ModelFault): boolean => UNREAD.has(fault);

/** Whether asking the same model again may help. */
export const mayPass = (fault: ModelFault): boolean => PASSING.has(fault);

/** The reason with which a task or run fails when nobody is left to ask. */
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
