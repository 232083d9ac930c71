/** The longest output or diff of one tool call, in characters. */
export const MAX_OUTPUT = 64 * 1024;

/** How much of the beginning of a longer one is kept; the rest is its end, which contains the result. */
const HEAD = 16 * 1024;

/** Returns the text, without its middle if it is too long. */
export function withoutMiddle(text: string): string {
  if (text.length <= MAX_OUTPUT) return text;
  const left = text.length - MAX_OUTPUT;
  const note = `\n[… ${left.toLocaleString("en")} characters are left out here …]\n`;
  return text.slice(0, HEAD).toWellFormed() + note + text.slice(HEAD - MAX_OUTPUT).toWellFormed();
}
