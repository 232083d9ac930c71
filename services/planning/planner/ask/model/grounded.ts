import { comparedWordsOf } from "../records/extract.ts";
import type { Claim, UnnumberedCitation } from "../records/proof.ts";
import type { SourceRecord } from "../records/records.ts";

/** Words that a sentence may add to those of its records, since they claim nothing. */
const LITTLE = new Set(
  "a an and are as at be by for from has have in into is it its of on or that the their there this to was were will with you your"
    .split(" "),
);

const NEGATION =
  /^(?:not?|never|none|nobody|nothing|neither|nor|without|cannot|nicht|kein\p{L}*|nie|ohne|pas|jamais|sans|niet|geen|nooit|zonder|nunca|sin|.*n['’]t)$/u;

/**
 * Returns a model's sentence with its proof; null if a quote is not in its record verbatim, if it contains a word that no quoted
 * sentence has, nor the title, place or time of its record, or if it omits a negation in a quoted sentence.
 */
export function ground(
  text: string,
  quotes: readonly { record: SourceRecord; quote: string }[],
): Claim | null {
  const proof = quotes.flatMap(({ record, quote }) => citeIn(record, quote) ?? []);
  if (proof.length === 0 || proof.length < quotes.length) return null;
  const when = quotes.flatMap(({ record }) => record.when ?? []);
  // Words of another sentence would let a model join what belongs to two things.
  const about = quotes.flatMap(({ record: { fields } }) =>
    fields.flatMap(({ field, text }) => field === "content" ? [] : [text])
  );
  const known = comparedWordsOf([...proof.map(({ sentence }) => sentence), ...about, ...when].join("\n"));
  const said = comparedWordsOf(text);
  const isKnown = [...said].every((word) => LITTLE.has(word) || known.has(word));
  const denied = proof.flatMap(({ sentence }) =>
    [...comparedWordsOf(sentence)].filter((word) => NEGATION.test(word))
  );
  if (said.size === 0 || !isKnown || !denied.every((word) => said.has(word))) return null;
  return { text, cites: proof.map(({ cite }) => cite), computed: when };
}

function citeIn(
  { fields, cite }: SourceRecord,
  quote: string,
): { cite: UnnumberedCitation; sentence: string } | null {
  const found = fields.find(({ text }) => text.includes(quote));
  if (!found || quote.trim() === "") return null;
  return { cite: cite(quote, found.field), sentence: around(found.text, quote) };
}

const END = /[.!?\n]/;

/** Returns a quote extended to whole sentences. */
function around(text: string, quote: string): string {
  let from = text.indexOf(quote);
  let to = from + quote.length;
  while (from > 0 && !END.test(text[from - 1]!)) from--;
  while (to < text.length && !END.test(text[to - 1]!)) to++;
  return text.slice(from, to);
}
