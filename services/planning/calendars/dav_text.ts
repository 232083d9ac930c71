import { recordOf } from "../../../store/shared/records.ts";

/** A section, which stays as it is, or an element that names something by one plain word. Each character is read once. */
const WORD =
  /<!\[CDATA\[[^]*?(?:\]\]>|$)|(<(?:[\w.-]+:)?(?:displayname|getetag|sync-token)(?:\s[^<>]*)?>)\s*([\w.+-]+)\s*(?=<\/)/g;

/**
 * Returns XML of a server in which tokens, tags and names stay text: the library makes numbers and booleans of what looks like
 * one, so that `1.50` becomes `1.5`, but not of what is in a section.
 */
export const withPlainText = (xml: string): string =>
  xml.replaceAll(WORD, (part, tag?: string, word?: string) => tag ? `${tag}<![CDATA[${word}]]>` : part);

/** Returns the text of an element as the library gives it; null if it has none. */
export function textOf(element: unknown): string | null {
  const text = recordOf(element)._cdata ?? element;
  return typeof text === "string" && text !== "" ? text : null;
}
