import type { TaskSearch } from "./due_tasks.ts";
import type { ParsedQuestion } from "./interpret.ts";
import type { Claim, UnnumberedCitation } from "./proof.ts";
import type { SourceRecord } from "./records.ts";
import { plain } from "../../../dates/words.ts";

/** Returns the sentences of records with most of the words, verbatim. */
export function extract(
  records: readonly SourceRecord[],
  { terms }: ParsedQuestion,
  { limit }: Pick<TaskSearch, "limit">,
): Claim[] {
  const found: { score: number; place: number; cite: UnnumberedCitation }[] = [];
  records.forEach((record, place) => {
    for (const cite of sentencesIn(record)) {
      const words = comparedWordsOf(`${cite.quote} ${cite.title}`);
      const score = terms.filter((term) => words.has(plain(term))).length;
      const own = terms.some((term) => comparedWordsOf(cite.quote).has(plain(term)));
      if (own && score * 2 >= terms.length) found.push({ score, place, cite });
    }
  });
  return found.sort((a, b) => b.score - a.score || a.place - b.place).slice(0, Math.min(limit, 5))
    .map(({ cite }) => ({ text: cite.quote, cites: [cite], computed: [] }));
}

/** A title is one sentence, whatever it contains. */
const sentencesIn = ({ fields, cite }: SourceRecord): UnnumberedCitation[] =>
  fields.flatMap(({ field, text }) =>
    (field === "title" ? [text] : sentencesOf(text)).map((quote) => cite(quote, field))
  );

const MAX_SENTENCE = 400;

const sentencesOf = (text: string): string[] =>
  text.split(/\n+|(?<=[.!?])\s+/).map((each) => each.trim().slice(0, MAX_SENTENCE)).filter(Boolean);

/** Returns the words of a text in the form in which they are compared. */
export const comparedWordsOf = (text: string): Set<string> =>
  new Set(plain(text).match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu));
