const BEFORE = 80;
const LENGTH = 240;

/**
 * Returns the part of a text that begins shortly before the first word of a query; its beginning if it contains none of
 * them.
 */
export function snippetOf(text: string, query: string): string {
  const found = (query.match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((word) => text.search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "iu"))).filter((at) => at >= 0);
  const at = found.length === 0 ? 0 : Math.min(...found);
  const start = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE) + 1;
  const part = text.slice(start, start + LENGTH).toWellFormed().replaceAll(/\s+/g, " ").trim();
  return `${start > 0 ? "… " : ""}${part}${start + LENGTH < text.length ? " …" : ""}`;
}
