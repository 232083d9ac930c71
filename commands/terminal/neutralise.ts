/** Characters that a terminal acts on, or that hide what a text says: controls, bidirectional marks, invisible ones. */
const ACTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Harmless exceptions: line feed, tab, and the joiners that scripts and emoji need. */
const KEPT = new Set(["\n", "\t", "\u{200c}", "\u{200d}"]);

/**
 * Returns the text with everything that a terminal would act on made visible (ESC as ␛, others as <U+202E>). Line feeds and
 * tabs stay. All text from a run passes through here before it is printed.
 */
export const neutralise = (text: string): string =>
  text.toWellFormed().replace(ACTIVE, (character) => (KEPT.has(character) ? character : picture(character)));

/** Returns the neutralised text on one line, for cells and titles. */
export const oneLine = (text: string): string =>
  neutralise(text).replaceAll(/\s*\n\s*/g, " ⏎ ").replaceAll("\t", " ").trim();

/** Returns JSON without characters that a terminal acts on; it parses to the same value. */
export const neutralJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(
    ACTIVE,
    (character) => (KEPT.has(character) ? character : escapeUnits(character)),
  );

function picture(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

const escapeUnits = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
  ).join("");
