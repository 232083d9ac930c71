import { UsageError } from "../exit_codes.ts";

/** Returns a text that a header can carry. Throws `UsageError` for another, without repeating it: it may be a secret. */
export function headerText(name: string, text: string): string {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    throw new UsageError(`${name} has a line break or another character that HTTP headers cannot carry.`);
  }
  return text;
}
