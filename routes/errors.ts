import type { z } from "zod";
import { SECURITY_HEADERS } from "./respond.ts";
import { type ErrorCode, explainError, TooMuchError } from "../services/kernel/errors.ts";

/** The statuses of the interface, section 7; an upstream that fails is 500 with its sentence. */
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

/** The only shape of an error: `{ "error": … }`, or RFC 9457 for a client that asks for it. */
export function errorResponse(
  status: number,
  message: string,
  accept: string | null,
  retryAfterSeconds: number | null = null,
): Response {
  const problem = accept?.includes("application/problem+json") ?? false;
  // deno-lint-ignore no-control-regex -- what a request put into the sentence must not steer a terminal
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

/** After how many seconds it makes sense to try again; null where that is not known. */
export const retryAfter = (error: unknown): number | null =>
  error instanceof TooMuchError ? error.retryAfterSeconds : null;

/** What a caller learns of a thrown error: its status and sentence, never a stack or a cause. */
export function describeError(error: unknown): { status: number; message: string; unexpected: boolean } {
  const known = explainError(error);
  if (known) {
    return { status: STATUS[known.error.code], message: known.error.message, unexpected: known.isNews };
  }
  return {
    status: 500,
    message: "Unexpected error. Nothing more is known here; the service's stderr log has the cause.",
    unexpected: true,
  };
}

const MAX_OTHERS = 5;

/**
 * One sentence for the first thing that is wrong with an input. `part` is "body", "query" or "headers". What was sent is shown
 * as it came, before a number was read from it; nothing of an input that may have a secret in it.
 */
export function describeIssues(error: z.ZodError, part: string, given?: unknown): string {
  const issue = flatten(error.issues[0]);
  if (!issue) return `The ${part} is invalid.`;
  const path = issue.path.map(String).join(".");
  const where = path === "" ? `The ${part}` : `The ${part} field "${path}"`;
  const more = others(error.issues.slice(1));
  const message = issue.message.replace(/^Invalid input: /, "").replace(/\.$/, "");
  return `${where} is wrong: ${message}${shown(valueAt(given, issue.path))}${more}.`;
}

/** Names the other fields that are wrong, the first few of them. */
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

/** What was sent, where it is short enough to help. */
function shown(input: unknown): string {
  if (input === undefined || typeof input === "object") return "";
  const text = JSON.stringify(input);
  return text.length <= 80 ? `; it is ${text}` : "";
}

type Issue = { path: PropertyKey[]; message: string; errors?: Issue[][]; code?: string };

/** A union's own message says nothing; that of its first branch does. */
function flatten(issue: unknown): Issue | undefined {
  const found = issue as Issue | undefined;
  const inner = found?.code === "invalid_union" ? found.errors?.[0]?.[0] : undefined;
  return inner ? { ...inner, path: [...found!.path, ...inner.path] } : found;
}
