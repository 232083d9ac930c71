import type { Input } from "./input.ts";

const [MOST_DEPTH, MOST_FIELDS] = [3, 40];

/** What a sentence says, whatever it quotes: the code of an error. */
export const templateOf = (sentence: string): string =>
  sentence.slice(0, 400)
    .replaceAll(/"(?:[^"\\]|\\.)*"?/g, '""')
    .replaceAll(/\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g, "ID")
    .replaceAll(/\/\S+/g, "/…")
    .replaceAll(/\d+/g, "0")
    .slice(0, 160);

/** The fields of a value with their types, to a small depth. */
function shapeOf(value: unknown, depth = 0): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${shapeOf(value[0], depth)}]`;
  if (typeof value !== "object") return typeof value;
  if (depth === MOST_DEPTH) return "{}";
  return `{${
    Object.entries(value).slice(0, MOST_FIELDS)
      .map(([name, inner]) =>
        `${/^\w{1,40}$/.test(name) && !/\d{3}/.test(name) ? name : "*"}:${shapeOf(inner, depth + 1)}`
      )
      .join()
  }}`;
}

/** What an answer reached: its operation, caller and status, with the sentence of an error or with the states in it. */
export function reachedBy(
  { key, caller }: Input,
  { status, value, events }: { status: number; value: unknown; events: readonly { type: string }[] },
): string[] {
  const head = `${key} ${caller} ${status}`;
  const reached = [head];
  if (typeof value === "object" && value !== null) {
    if ("error" in value && typeof value.error === "string") {
      reached.push(`${head} ${templateOf(value.error)}`);
    } else {
      reached.push(`${key} ${status} ${shapeOf(value)}`);
      for (const name of ["status", "statusReason", "kind", "outcome", "state", "result"]) {
        if (name in value) {
          reached.push(`${key} ${name} ${String((value as Record<string, unknown>)[name]).slice(0, 60)}`);
        }
      }
    }
  }
  for (const { type } of events) reached.push(`${key} recorded ${type}`);
  return reached;
}
