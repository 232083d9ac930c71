import type { Field } from "./fields.ts";

/** The fields that have a reader of words, by their command, each with words as a person would write them. */
const WORDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "POST /automations": { trigger: "every day at 3", action: "run npm test" },
  "POST /automations/read-trigger": { trigger: "every day at 3" },
};

/** Returns the fields of a command, those that have a reader of words with an example of these. */
export const withWords = (key: string, fields: readonly Field[]): Field[] =>
  fields.map((field) => {
    const words = WORDED[key]?.[field.path.join(".")];
    return words === undefined ? field : { ...field, words };
  });

/** Returns whether what was typed for a field is words instead of JSON. */
export const isInWords = ({ words }: Pick<Field, "words">, typed: string): boolean =>
  words !== undefined && !/^\s*[{["]/.test(typed);
