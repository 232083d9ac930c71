import { SECURITY_HEADERS } from "./respond.ts";
import { type ErrorCode, explainError, TooMuchError } from "../services/ground/kernel/errors.ts";

/** The statuses of the interface, section 7. A failing upstream is 500 with its message. */
const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  unavailable: 500,
};

const TITLE: Record<number, string> = {
  400: "Invalid input",
  401: "Authentication missing",
  403: "Not allowed",
  404: "Not found",
  500: "Unexpected error",
};

/** The longest sentence of an error; what it quotes may be far longer. */
const MAX_SENTENCE_CHARACTERS = 2000;
/** How much of its end remains, which says what to do next. */
const KEPT_END_CHARACTERS = 400;

/** Returns one line of bounded length, without what could control a terminal. */
function sentenceOf(message: string): string {
  // deno-lint-ignore no-control-regex -- text from a request must not control a terminal
  const line = message.replaceAll(/[\x00-\x1f\x7f-\x9f]+/g, " ");
  if (line.length <= MAX_SENTENCE_CHARACTERS) return line;
  const begin = line.slice(0, MAX_SENTENCE_CHARACTERS - KEPT_END_CHARACTERS - 1);
  return `${begin}…${line.slice(-KEPT_END_CHARACTERS)}`.toWellFormed();
}

/** Returns the one shape of an error: `{ "error": … }`, or RFC 9457 if the client accepts it. */
export function errorResponse(
  status: number,
  message: string,
  accept: string | null,
  retryAfterSeconds: number | null = null,
): Response {
  const problem = accept?.includes("application/problem+json") ?? false;
  const sentence = sentenceOf(message);
  const body = problem
    ? { type: "about:blank", title: TITLE[status], status, detail: sentence, error: sentence }
    : { error: sentence };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...SECURITY_HEADERS,
      "content-type": problem ? "application/problem+json" : "application/json",
      ...(retryAfterSeconds !== null && { "retry-after": String(retryAfterSeconds) }),
    },
  });
}

/** Returns after how many seconds to try again; null if unknown. */
export const retryAfter = (error: unknown): number | null =>
  error instanceof TooMuchError ? error.retryAfterSeconds : null;

/** Returns what a caller may see of an error: its status and message, never a stack or a cause. */
export function describeError(error: unknown): { status: number; message: string; unexpected: boolean } {
  const known = explainError(error);
  if (known) {
    return { status: STATUS[known.error.code], message: known.error.message, unexpected: known.isNews };
  }
  return {
    status: 500,
    message: "Unexpected error. The service's stderr log has the cause.",
    unexpected: true,
  };
}
