import type { APICallError } from "ai";
import { askedWait } from "../../../ground/effects/retries.ts";
import { ServiceError } from "../../../ground/kernel/errors.ts";
import { CallFault } from "./fault.ts";
import { recordOf } from "../../../../store/shared/records.ts";
import { ellipsis } from "../../../ground/kernel/words.ts";

/** How providers say that a prompt is too long; they share no status or code for it. */
const OVERFLOW =
  /context.{0,20}(?:length|window|size|limit)|(?:prompt|input|request).{0,30}too (?:long|large|many tokens)|too many (?:input )?tokens|maximum.{0,20}tokens|exceeds?.{0,40}(?:context|token limit)|n_ctx/i;

const SPENT = /insufficient_quota|billing|credit balance|payment required|exceeded your current quota/i;

/**
 * Returns the fault for an error of the SDK. `name` is the model's name for people. An error of this service itself is
 * returned unchanged.
 */
export function modelFaultOf(error: unknown, name: string, now: Date): unknown {
  if (error instanceof CallFault) return error;
  if (error instanceof ServiceError) {
    const isBadRequest = error.code === "invalid" || error.name === "RedirectRefused";
    return isBadRequest
      ? new CallFault("bad_request", error.message, { cause: error })
      : new CallFault("credentials", unreadKey(name), { cause: error });
  }
  if (!(error instanceof Error)) {
    return new CallFault("broken_answer", `${name} stopped responding: ${cut(String(error))}`);
  }
  if (!error.name.startsWith("AI_")) return error;
  if (error.name === "AI_RetryError") {
    return modelFaultOf(recordOf(error).lastError, name, now);
  }
  if (error.name !== "AI_APICallError") {
    const sentence = `${name} returned an invalid answer: ${cut(error.message)}`;
    return new CallFault("broken_answer", sentence, { cause: error });
  }
  return ofStatus(error as APICallError, name, now);
}

/** Says that a key cannot be read. Agents read it too, so it names neither the secret nor the command that reads it. */
export const unreadKey = (name: string): string =>
  `${name} was not asked, because its key cannot be read. To see why: agent-harness providers check ${
    name.split("/")[0]
  }.`;

function ofStatus(error: APICallError, name: string, now: Date): unknown {
  const { statusCode: status, responseBody = "" } = error;
  const inner = error.cause;
  if (inner instanceof ServiceError) return modelFaultOf(inner, name, now);
  const said = cut(error.message);
  const text = `${error.message} ${responseBody.slice(0, 2000)}`;
  const fault = (kind: CallFault["fault"], sentence: string) =>
    new CallFault(kind, sentence, {
      cause: error,
      retryAfterMilliseconds: retryAfter(error.responseHeaders, now),
    });
  if (status === undefined) return fault("unreachable", `${name} cannot be reached: ${said}`);
  if (status === 401 || status === 403) {
    return fault(
      "credentials",
      `${name} refused the credentials (${status}): ${said} Store a valid key as its secret.`,
    );
  }
  if (status === 402 || (status === 429 && SPENT.test(text))) {
    return fault("credentials", `${name} has no credit left (${status}): ${said}`);
  }
  if (status === 429) return fault("rate_limited", `${name} reached a rate limit (429): ${said}`);
  if (status === 404) return fault("not_found", `${name} was not found at its provider (404): ${said}`);
  if (status === 413 || (status < 500 && OVERFLOW.test(text))) {
    return fault(
      "context_overflow",
      `${name} received more than fits into its context (${status}): ${said}`,
    );
  }
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return fault("overloaded", `${name} failed (${status}): ${said}`);
  }
  if (status < 300) return fault("broken_answer", `${name} returned an invalid answer: ${said}`);
  return fault("bad_request", `${name} refused the request (${status}): ${said}`);
}

/** Returns `retry-after`, in seconds or as a date, or `retry-after-ms`. */
function retryAfter(headers: Record<string, string> | undefined, now: Date): number | null {
  const exact = Number(headers?.["retry-after-ms"]);
  if (headers?.["retry-after-ms"] && exact >= 0) return Math.ceil(exact);
  return askedWait(headers?.["retry-after"], now);
}

const cut = (text: string): string => ellipsis(text.replaceAll(/\s+/g, " ").trim(), 300);
