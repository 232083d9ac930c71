const BEFORE = 80;
const LENGTH = 240;

/** What a cut leaves of a character that takes two. */
const HALVES = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;

/**
 * Returns the part of a text that begins shortly before the first word of a query; its beginning if it contains none of
 * them.
 */
export function snippetOf(text: string, query: string): string {
  const found = (query.match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((word) => text.search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "iu"))).filter((at) => at >= 0);
  const at = found.length === 0 ? 0 : Math.min(...found);
  const start = at <= BEFORE ? 0 : wordFrom(text, at - BEFORE, at);
  const part = text.slice(start, start + LENGTH).replaceAll(HALVES, "").toWellFormed().replaceAll(/\s+/g, " ")
    .trim();
  return `${start > 0 ? "… " : ""}${part}${start + LENGTH < text.length ? " …" : ""}`;
}

/** Returns where the first word between two places begins; the first place if none does. */
function wordFrom(text: string, from: number, to: number): number {
  const blank = text.slice(from, to).search(/\s/);
  return blank < 0 ? from : from + blank + 1;
}
