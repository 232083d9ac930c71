import { quotedEnd, regexEnd } from "./scanner.ts";

const LIST_MARKER = /^\s*(?:(?:[-*+•]|\d{1,9}[.)])\s+)?/u;
const OPENS_REGEX = /^\s*(?:please,?\s+)?replace\s+$/i;
const POLITENESS = /^please,?\s+/i;

/** Removes a leading list marker, spaces and "please" from a line. */
export function bareLine(line: string): string {
  return line.replace(LIST_MARKER, "").trim().replace(POLITENESS, "");
}

/**
 * Returns the instructions on a line: the line itself when it starts with `run`, otherwise its parts between semicolons
 * outside quotes and regular expressions.
 */
export function segments(line: string): string[] {
  if (/^run(?:\s|$)/i.test(line)) return [line];
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  while (at < line.length) {
    const character = line[at];
    if (character === '"') {
      at = quotedEnd(line, at) ?? line.length;
    } else if (character === "/" && at - start < 200 && OPENS_REGEX.test(line.slice(start, at))) {
      at = regexEnd(line, at) ?? line.length;
    } else {
      if (character === ";") {
        parts.push(line.slice(start, at));
        start = at + 1;
      }
      at++;
    }
  }
  parts.push(line.slice(start));
  return parts.map((part) => part.trim().replace(POLITENESS, "")).filter((part) => part !== "");
}
