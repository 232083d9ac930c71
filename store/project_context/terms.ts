/** Distinct words of one text that search knows; further ones are not found. */
export const MOST_TERMS = 4000;

const LONGEST_TERM = 40;

// Scripts that write no spaces between words are found by their single characters.
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}])+/gu;

/** The distinct words of a text in their order, without case and accents: what documents are indexed and found by. */
export function termsOf(text: string, most = MOST_TERMS): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}+/gu, "").toLowerCase();
  const found = new Set<string>();
  for (const [word] of plain.matchAll(WORD)) {
    if (found.size >= most) break;
    found.add(word.length > LONGEST_TERM ? word.slice(0, LONGEST_TERM).toWellFormed() : word);
  }
  return [...found];
}
