/** A value of a message that nobody has checked. */
export type Raw = Record<string, unknown>;

/** The value as an object; an empty one when it is none. */
export const rawOf = (value: unknown): Raw =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value as Raw : {};

/** The value as a list; an empty one when it is none. */
export const listOf = (value: unknown): unknown[] => Array.isArray(value) ? value : [];

/** The value where it is a text. */
export const textOf = (value: unknown): string | undefined => typeof value === "string" ? value : undefined;

/** The value where it is a number. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** A text for one line of at most so many characters. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
