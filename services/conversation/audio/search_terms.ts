const MAX_TERMS = 32;

/** Returns the words and quoted phrases of a typed query as FTS5 takes them literally; none of them is an operator. */
export const termsOf = (query: string): string[] =>
  [...query.matchAll(/"([^"]*)"|[^\s"]+/g)].map((match) => match[1] ?? match[0])
    .filter((term) => /[\p{L}\p{N}]/u.test(term))
    .map((term) => `"${term.replaceAll('"', '""').replaceAll("\0", "")}"`).slice(0, MAX_TERMS);
