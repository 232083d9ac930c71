/** A fenced block: its text, the index of its last line, and whether a closing fence was found. */
type Fence = { content: string; last: number; closed: boolean };

/**
 * Returns the fenced block (``` or ~~~, any info string) that opens on a line, or null if none does. Every line of its text
 * ends in a line feed; the opening fence's indentation is removed from each.
 *
 * @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
export function fenceAt(lines: readonly string[], start: number): Fence | null {
  const opening = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})/.exec(lines[start] ?? "");
  if (opening === null) return null;
  const indentation = opening[1] ?? "";
  const fence = opening[2] ?? "";
  const indented = new RegExp(`^[ \\t]{0,${indentation.length}}`);
  const closing = new RegExp(`^[ \\t]{0,${indentation.length + 3}}\\${fence[0]}{${fence.length},}[ \\t]*$`);
  let content = "";
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (closing.test(line)) return { content, last: at, closed: true };
    content += `${line.replace(indented, "")}\n`;
  }
  return { content, last: lines.length - 1, closed: false };
}
