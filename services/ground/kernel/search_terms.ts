const MAX_TERMS = 32;

/** A word or a quoted phrase of a query. */
type Term = { text: string; isBeginning: boolean };

/** Returns the words and quoted phrases of a query; the last word may be the beginning of one. */
export function readTerms(query: string): Term[] {
  const terms = [...query.matchAll(/"([^"]*)"|[^\s"]+/g)].flatMap((match) => {
    const text = (match[1] ?? match[0]).replaceAll("\0", "");
    return /[\p{L}\p{N}]/u.test(text) ? [{ text, isQuoted: match[1] !== undefined }] : [];
  }).slice(0, MAX_TERMS);
  return terms.map(({ text, isQuoted }, i) => ({ text, isBeginning: i === terms.length - 1 && !isQuoted }));
}

/** Returns a query term by term, as FTS5 takes it literally. */
export const queryTermsOf = (query: string): string[] =>
  readTerms(query).map(({ text, isBeginning }) =>
    `"${text.replaceAll('"', '""')}"${isBeginning ? " *" : ""}`
  );

/** Returns the FTS5 expression for all words of a query; null if none can be searched for. */
export const matchOf = (query: string): string | null => queryTermsOf(query).join(" AND ") || null;
