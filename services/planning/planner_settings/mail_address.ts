import { InvalidError } from "../../ground/kernel/errors.ts";

const LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
/** One address in its simplest form. A comma, a quote, an angle bracket, a space or a control character could make two of it. */
const ADDRESS = new RegExp(
  `^[a-zA-Z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[a-zA-Z0-9!#$%&'*+/=?^_\`{|}~-]+)*@${LABEL}(?:\\.${LABEL})*$`,
);

/** Whether a text is exactly one mail address. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 && text.indexOf("@") <= 64 && ADDRESS.test(text);

/** Returns the address in lower case. Throws `InvalidError` unless it is exactly one. */
export function requireAddress(text: string): string {
  if (!isAddress(text)) {
    throw new InvalidError(
      `"${
        text.slice(0, 100).replaceAll(/[^\x20-\x7e]/g, "?")
      }" is not exactly one address such as ann@example.org.`,
    );
  }
  return text.toLowerCase();
}

// deno-lint-ignore no-control-regex -- these are what is refused
const CONTROLS = /[\x00-\x1f\x7f\u0085\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** Whether a text stays within one header: without line ends, controls and marks that reverse text. */
export const isHeaderText = (text: string): boolean => !CONTROLS.test(text);

/** Returns a text for a mail header. Throws `InvalidError` if it contains something that would end the header. */
export function requireHeader(name: string, text: string): string {
  if (!isHeaderText(text)) {
    throw new InvalidError(
      `The ${name} of the mail contains a control character. Remove it from the title or the name.`,
    );
  }
  return text;
}
