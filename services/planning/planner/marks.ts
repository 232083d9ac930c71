import { plain } from "../dates/words.ts";
import { readTerms } from "../../ground/kernel/search_terms.ts";

/** A search phrase: words in their order; the last one may be a prefix. */
type SearchPhrase = { words: readonly string[]; isBeginning: boolean };

/** A part of a text, from and to. */
type Mark = [number, number];

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const SNIPPET_WORDS = 24;

/** Returns the phrases that a query looks for, all of which have to occur. */
export const phrasesOf = (query: string): SearchPhrase[] =>
  readTerms(query).map(({ text, isBeginning }) => ({ words: wordsIn(text), isBeginning }));

/** Returns the words of a text in the form in which the index compares them. */
const wordsIn = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => plain(word));

/** Returns the positions of phrases in a text. The index could do this too, but walks all of its hits for each. */
export function marksIn(text: string, phrases: readonly SearchPhrase[]): Mark[] {
  const found = [...text.matchAll(WORD)];
  const said = found.map(([word]) => plain(word));
  const marks = phrases.flatMap(({ words, isBeginning }) =>
    said.flatMap((_, at): Mark[] => {
      const last = at + words.length - 1;
      const fits = last < said.length && words.every((word, i) =>
        i === words.length - 1 && isBeginning ? said[at + i]!.startsWith(word) : said[at + i] === word
      );
      return fits ? [[found[at]!.index, found[last]!.index + found[last]![0].length]] : [];
    })
  );
  return marks.sort((a, b) => a[0] - b[0]).filter(([from], i, all) => i === 0 || from >= all[i - 1]![1]);
}

/** Returns some words of a text around its first match, with the matches in them. */
export function snippetOf(text: string, marks: readonly Mark[]): { text: string; highlights: Mark[] } {
  const words = [...text.matchAll(WORD)];
  const first = words.findIndex(({ index }) => index >= (marks[0]?.[0] ?? 0));
  const begin = Math.max(0, Math.min(first - 4, words.length - SNIPPET_WORDS));
  const end = words[begin + SNIPPET_WORDS]?.index ?? text.length;
  const from = begin === 0 ? 0 : words[begin]!.index;
  const [before, after] = [from > 0 ? "…" : "", end < text.length ? "…" : ""];
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, end).trimEnd()}${after}`,
    highlights: marks.filter((mark) => mark[0] >= from && mark[1] <= end)
      .map((mark) => [mark[0] + shift, mark[1] + shift]),
  };
}
