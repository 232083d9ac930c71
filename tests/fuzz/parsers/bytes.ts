import { Buffer } from "node:buffer";

/** The bytes of a text with one character for each. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "latin1"));

/** A text with one character for each byte. */
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** The bytes of a text as UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** How large a number is, so that ten and eleven are the same. */
export const size = (count: number): number => Math.ceil(Math.log2(count + 1));

/** What a sentence says, without what it quotes. */
export const template = (message: string): string =>
  message.replaceAll(/"[^"]*"?|'[^']*'?/g, '""').replaceAll(/\b[0-9a-f]{8,}\b|\d+/g, "0").slice(0, 120);

/** The message of what was thrown; throws what is an error of the program itself. */
export function messageOfRefusal(cause: unknown): string {
  const isOurs = cause instanceof TypeError || cause instanceof ReferenceError || !(cause instanceof Error);
  if (isOurs) throw cause;
  return template(cause.message);
}

/** How refusals of files begin: what a library says of a fault begins otherwise. */
export const OWN_WORDS = /^(?:it |its |a part of it )/;
