/** How many distinct words of one text are indexed; further ones are not found. */
export const MAX_TERMS = 4000;

const MAX_TERM_LENGTH = 40;

// Scripts without spaces between words are indexed by single characters.
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}])+/gu;

/** Returns the distinct words of a text in order, without case and accents, for indexing and search. */
export function distinctWordsOf(text: string, most = MAX_TERMS): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}+/gu, "").toLowerCase();
  const found = new Set<string>();
  for (const [word] of plain.matchAll(WORD)) {
    if (found.size >= most) break;
    found.add(word.length > MAX_TERM_LENGTH ? word.slice(0, MAX_TERM_LENGTH).toWellFormed() : word);
  }
  return [...found];
}
