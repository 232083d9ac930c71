import type { z } from "zod";
import { type Issue, nearest, valueAt } from "./union_branch.ts";

const MAX_OTHERS = 5;

/**
 * Returns one sentence for the first problem of an input. `part` is "body", "query" or "headers". The value is shown as it
 * was sent, before conversion to a number; nothing is shown of an input that may contain a secret. With the schema, a
 * problem within a union is that of the branch which was meant.
 */
export function describeIssues(
  error: z.ZodError,
  part: string,
  { given: input, schema, isSecret = false }: { given?: unknown; schema?: z.ZodType; isSecret?: boolean } =
    {},
): string {
  const [issue, ...rest] = error.issues.flatMap((each) => nearest(each as Issue, schema, input));
  if (!issue) return `The ${part} is invalid.`;
  const path = issue.path.map(String).join(".");
  const where = path === "" ? `The ${part}` : `The ${part} field "${path}"`;
  const more = others(rest, path);
  const value = isSecret ? "" : shortForm(givenAt(input, issue.path));
  const message = issue.message.replace(/^Invalid input: /, "").replace(/\.$/, "");
  // The value itself says more than its type.
  const expected = value === "" ? message : message.replace(/, received \w+$/, "");
  return `${where} is invalid: ${expected}${value}${more}.`;
}

/** Returns what was sent for a field; a list of a query was sent as one text. */
function givenAt(input: unknown, path: readonly PropertyKey[]): unknown {
  const at = path.findIndex((_, i) => typeof valueAt(input, path.slice(0, i)) === "string");
  return valueAt(input, at < 0 ? path : path.slice(0, at));
}

/** Names the first few of the other invalid fields than the one that is described. */
function others(issues: readonly Issue[], described: string): string {
  const names = [...new Set(issues.map(({ path }) => path.map(String).join(".")))].filter((name) =>
    name !== "" && name !== described
  );
  if (names.length === 0) return "";
  const listed = names.slice(0, MAX_OTHERS).join(", ");
  return ` (also wrong: ${listed}${names.length > MAX_OTHERS ? ", …" : ""})`;
}

/** Returns the value that was sent, if it is short enough to help. */
function shortForm(input: unknown): string {
  if (input === undefined || typeof input === "object") return "";
  const text = JSON.stringify(input);
  return text.length <= 80 ? `; got ${text}` : "";
}

/** The service's own response does not match its contract. */
export class ContractError extends Error {
  constructor(key: string, error: z.ZodError) {
    super(`The response of ${key} does not match its contract. ${describeIssues(error, "answer")}`);
  }
}
