/**
 * Returns a statement that SQLite plans once: it plans one again for every value bound to a bare `limit ?`, which costs more than
 * most reads, and does not for an expression.
 */
export const steady = (sql: string): string => sql.replaceAll(/\b(limit|offset) \?/g, "$1 +?");

/**
 * Returns values with U+FFFD for each NUL. The driver ends a text at a NUL when it reads it, so that a row would not be found again
 * by its own value. JSON escapes it, so documents and events keep theirs.
 */
export const withoutNuls = <Value>(values: readonly Value[]): readonly (Value | string)[] =>
  values.some(hasNul)
    ? values.map((value) => hasNul(value) ? value.replaceAll("\0", "\uFFFD") : value)
    : values;

const hasNul = (value: unknown): value is string => typeof value === "string" && value.includes("\0");
