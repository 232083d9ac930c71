import { recordOf } from "../../../../store/shared/records.ts";
import { ellipsis } from "../../../ground/kernel/words.ts";

/** An unchecked value of a message. */
export type Raw = Record<string, unknown>;

/** Returns the value as an object; an empty one if it is not an object. */
export const rawOf = (value: unknown): Raw => recordOf(value);

/** Returns the value as a list; an empty one if it is not a list. */
export const listOf = (value: unknown): unknown[] => Array.isArray(value) ? value : [];

/** Returns the value if it is a string. */
export const stringOf = (value: unknown): string | undefined => typeof value === "string" ? value : undefined;

/** Returns the value if it is a number. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** Returns a text as one line of limited length. */
export const oneLine = (text: string, most: number): string =>
  ellipsis(text.replace(/\s+/g, " ").trim(), most);
