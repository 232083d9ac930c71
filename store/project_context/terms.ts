/** Distinct words of one text that search knows; further ones are not found. */
export const MAX_TERMS = 4000;

const MAX_TERM_LENGTH = 40;

// Scripts that write no spaces between words are found by their single characters.
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}])+/gu;

/** The distinct words of a text in their order, without case and accents: what documents are indexed and found by. */
export function termsOf(text: string, most = MAX_TERMS): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}+/gu, "").toLowerCase();
  const found = new Set<string>();
  for (const [word] of plain.matchAll(WORD)) {
    if (found.size >= most) break;
    found.add(word.length > MAX_TERM_LENGTH ? word.slice(0, MAX_TERM_LENGTH).toWellFormed() : word);
  }
  return [...found];
}
