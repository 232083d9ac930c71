import type { z } from "zod";

/** Returns the first problem as one sentence that names the place, the value and the expected value. */
export function describeIssues(error: z.ZodError, input: unknown): string {
  const issue = error.issues[0]!;
  const place = placeOf(issue.path, input);
  const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more)` : "";
  const expected = issue.message.replace(/^Invalid input: /, "").replace(/\.$/, "");
  const value = valueAt(input, issue.path);
  const shown = issue.code !== "custom" && isPlain(value) ? ` is ${JSON.stringify(value)}` : "";
  return `${place}${shown}: ${expected}${more}.`;
}

/** Returns `providers[0].baseUrl`, with the provider's own name if it has one. */
function placeOf(path: readonly PropertyKey[], input: unknown): string {
  const text = path.map((part) => typeof part === "number" ? `[${part}]` : `.${String(part)}`).join("")
    .replace(/^\./, "");
  const id = path[0] === "providers" && path.length > 1 ? valueAt(input, [...path.slice(0, 2), "id"]) : null;
  return `${text || "the file"}${typeof id === "string" ? ` of "${id}"` : ""}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    input,
  );
}

const isPlain = (value: unknown): boolean =>
  typeof value === "number" || typeof value === "boolean" || value === null ||
  (typeof value === "string" && value.length <= 200);
