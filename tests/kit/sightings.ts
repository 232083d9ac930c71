import { spellingsOf } from "../../services/ground/kernel/redaction/encodings.ts";

/** Returns a function that returns which of the values a text holds, in any spelling: those are worked out once. */
export function sightingsOf(values: readonly string[]): (text: string) => string[] {
  const searched = values.map((value) => ({ value, spellings: spellingsOf(value) }));
  return (text) =>
    searched.filter(({ spellings }) => spellings.some((spelling) => text.includes(spelling)))
      .map(({ value }) => value);
}
