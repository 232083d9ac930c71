import { z } from "zod";
import { setInputWords } from "./input_words.ts";

setInputWords();

/** How many items a list returns: 100 by default, 1 to 1,000 (semantics, Limits). */
export const limitSchema = z.coerce.number().int().min(1).max(1000).default(100);

/** How many items a list skips. */
export const offsetSchema = z.coerce.number().int().min(0).default(0);

/** The query fields of a list that is read page by page. */
export const pageQuery = { limit: limitSchema, offset: offsetSchema };

/** A sequence number to continue after. */
export const cursorSchema = z.string().regex(
  /^\d{1,15}$/,
  "a cursor is a sequence number, such as 0 or 1234",
);

/** Text that a person or a program wrote, of at most so many characters: white space alone says nothing. */
export const writtenSchema = (characters: number) =>
  z.string().min(1).max(characters).regex(/\S/, "must not be blank");

const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** Returns whether a text is a language tag (BCP 47) whose language is known. */
export function isLanguage(tag: string): boolean {
  try {
    return languages.of(new Intl.Locale(tag).language) !== undefined;
  } catch {
    return false;
  }
}

/** A field that may be left out. Null says the same: that is how answers show it, which may be sent back. */
export const orNull = <Field extends z.ZodType>(field: Field) =>
  field.nullable().transform((value) => value ?? undefined).optional();

/** A label of a machine, such as gpu. */
export const labelSchema = z.string().regex(
  /^[a-z0-9][a-z0-9._-]{0,62}$/,
  "a label has lower-case letters, digits, dots, dashes and underscores, at most 63",
);

/** Labels, each once. */
export const labelsSchema = z.array(labelSchema).max(50).refine(
  (labels) => new Set(labels).size === labels.length,
  "contains a label twice",
);

/** A flag of a query: `true` or `false`. */
export const queryFlagSchema = z.preprocess(
  (value) => value === "true" ? true : value === "false" ? false : value,
  z.boolean(),
);

/** A time in API responses: RFC 3339, UTC, milliseconds. */
export const timeSchema = z.string().describe("RFC 3339, UTC, milliseconds");

/** A moment with a date, a time and an offset; stored in UTC, where its year has four digits too: times are compared as texts. */
export const momentSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString())
  .refine((text) => /^\d{4}-/.test(text), "its year in UTC must be from 0000 to 9999");

/** How many of each kind a snapshot counts. */
export const countsSchema = z.record(z.string(), z.number().int());

/** A reason that a person may give for a change of state, under either name. */
export const reasonInputSchema = z.object({
  reason: z.string().max(10_000).optional(),
  reviewerNote: z.string().max(10_000).optional(),
});
export type ReasonInput = z.output<typeof reasonInputSchema>;

/** Returns the reason that was given, if any. */
export const reasonOf = ({ reason, reviewerNote }: ReasonInput): string | undefined => reason ?? reviewerNote;
