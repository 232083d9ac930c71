/** The longest output or diff of one tool call, in characters. */
export const MAX_OUTPUT = 64 * 1024;

/** How much of a longer one is kept from its beginning; the rest is its end, which says how it came out. */
const HEAD = 16 * 1024;

/** The text, without its middle where it is too long. */
export function withoutMiddle(text: string): string {
  if (text.length <= MAX_OUTPUT) return text;
  const left = text.length - MAX_OUTPUT;
  const note = `\n[… ${left.toLocaleString("en")} characters are left out here …]\n`;
  return text.slice(0, HEAD).toWellFormed() + note + text.slice(HEAD - MAX_OUTPUT).toWellFormed();
}
