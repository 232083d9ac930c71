/** A number with what it counts: `1 file`, `2 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const MAX_LINE = 200;

/** The first line of a text, cut to 200 characters; empty where there is no text. */
export function firstLine(text: string | undefined): string {
  const line = (text ?? "").split("\n", 1)[0]!;
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}
