const MAX_TERMS = 32;

/** The words and quoted phrases of what somebody typed, as FTS5 takes them literally; the last word may be the beginning of one. */
export function termsOf(query: string): string[] {
  const terms = [...query.matchAll(/"([^"]*)"|[^\s"]+/g)].flatMap((match) => {
    const text = (match[1] ?? match[0]).replaceAll("\0", "");
    return /[\p{L}\p{N}]/u.test(text) ? [{ text, phrase: match[1] !== undefined }] : [];
  }).slice(0, MAX_TERMS);
  return terms.map(({ text, phrase }, i) =>
    `"${text.replaceAll('"', '""')}"${i === terms.length - 1 && !phrase ? " *" : ""}`
  );
}

/** The FTS5 expression of what somebody typed: all its words. Null where nothing of it can be searched for. */
export const matchOf = (query: string): string | null => termsOf(query).join(" AND ") || null;
