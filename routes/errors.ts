import type { z } from "zod";
import { SECURITY_HEADERS } from "./respond.ts";
import { type ErrorCode, explainError, TooMuchError } from "../services/kernel/errors.ts";

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

/** Returns the one shape of an error: `{ "error": … }`, or RFC 9457 if the client accepts it. */
export function errorResponse(
  status: number,
  message: string,
  accept: string | null,
  retryAfterSeconds: number | null = null,
): Response {
  const problem = accept?.includes("application/problem+json") ?? false;
  // deno-lint-ignore no-control-regex -- text from a request must not control a terminal
  const sentence = message.replaceAll(/[\x00-\x1f\x7f-\x9f]+/g, " ");
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

const MAX_OTHERS = 5;

/**
 * Returns one sentence for the first problem of an input. `part` is "body", "query" or "headers". The value is shown as it
 * was sent, before conversion to a number; nothing is shown of an input that may contain a secret.
 */
export function describeIssues(error: z.ZodError, part: string, given?: unknown): string {
  const issue = flatten(error.issues[0]);
  if (!issue) return `The ${part} is invalid.`;
  const path = issue.path.map(String).join(".");
  const where = path === "" ? `The ${part}` : `The ${part} field "${path}"`;
  const more = others(error.issues.slice(1));
  const value = shown(valueAt(given, issue.path));
  const message = issue.message.replace(/^Invalid input: /, "").replace(/\.$/, "");
  // The value itself says more than its type.
  const expected = value === "" ? message : message.replace(/, received \w+$/, "");
  return `${where} is invalid: ${expected}${value}${more}.`;
}

/** Names the first few of the other invalid fields. */
function others(issues: readonly z.core.$ZodIssue[]): string {
  const names = [...new Set(issues.map(({ path }) => path.map(String).join(".")))].filter((name) =>
    name !== ""
  );
  if (names.length === 0) return "";
  const listed = names.slice(0, MAX_OTHERS).join(", ");
  return ` (also wrong: ${listed}${names.length > MAX_OTHERS ? ", …" : ""})`;
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner, name) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[name], given);

/** Returns the value that was sent, if it is short enough to help. */
function shown(input: unknown): string {
  if (input === undefined || typeof input === "object") return "";
  const text = JSON.stringify(input);
  return text.length <= 80 ? `; got ${text}` : "";
}

type Issue = { path: PropertyKey[]; message: string; errors?: Issue[][]; code?: string };

/** A union's own message is useless; that of its first branch helps. */
function flatten(issue: unknown): Issue | undefined {
  const found = issue as Issue | undefined;
  const inner = found?.code === "invalid_union" ? found.errors?.[0]?.[0] : undefined;
  return inner ? { ...inner, path: [...found!.path, ...inner.path] } : found;
}
