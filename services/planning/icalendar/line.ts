/** One property of a calendar object, as its unfolded text states it. */
type ReadLine = { name: string; parameters: ReadonlyMap<string, string>; value: string };

const MAX_OCTETS = 75;

/** Parses a line. An invalid line returns a name that no property has. */
export function readLine(text: string): ReadLine {
  const [, name = ""] = /^([A-Za-z0-9-]+)/.exec(text) ?? [];
  const parameters = new Map<string, string>();
  const pattern = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:])*)/y;
  pattern.lastIndex = name.length;
  let at = name.length;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    parameters.set(match[1]!.toUpperCase(), match[2]!.replaceAll('"', ""));
    at = pattern.lastIndex;
  }
  return { name: name.toUpperCase(), parameters, value: text.charAt(at) === ":" ? text.slice(at + 1) : "" };
}

/** Writes a line, unfolded. Parameters are quoted where necessary. */
export function writeLine(
  name: string,
  value: string,
  parameters: Iterable<readonly [string, string]> = [],
): string {
  const written = [...parameters].map(([key, each]) =>
    `;${key}=${/[:;,]/.test(each) ? `"${each.replaceAll('"', "'")}"` : each.replaceAll('"', "'")}`
  );
  return `${name}${written.join("")}:${value}`;
}

/** Returns a text as the value of a property (RFC 5545, 3.3.11). */
export const escapeText = (text: string): string =>
  text.replaceAll(/\r\n?/g, "\n").replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll("\n", "\\n");

/** Folds a line at 75 octets, never within a character (RFC 5545, 3.1), and ends it. */
export function fold(text: string, lineEnd = "\r\n"): string {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let line = "";
  let size = 0;
  for (const character of text) {
    const octets = encoder.encode(character).length;
    if (size + octets > MAX_OCTETS) {
      lines.push(line);
      [line, size] = [" ", 1];
    }
    line += character;
    size += octets;
  }
  return [...lines, line].map((each) => each + lineEnd).join("");
}
