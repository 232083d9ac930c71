import { base32Parts, base64Parts, bytesOf } from "./digits.ts";
import { lettersOf } from "./letters.ts";

/** Shorter values are not treated as secrets: removing them from every text would make texts unreadable. */
export const MIN_CHARACTERS = 8;

/** A single word or number, which ordinary texts contain too. */
const PLAIN_WORD = /^(?:[A-Za-z]{1,15}|\d{1,15})$/;

/** Returns whether a value can be removed from texts without making them unreadable. */
export const isTelling = (value: string): boolean =>
  value.trim().length >= MIN_CHARACTERS && !PLAIN_WORD.test(value.trim());

/** Lines that never occur by chance: those of a PEM block. */
const TELLING_LINE = /^[A-Za-z0-9+/=_-]{32,}$/;

/** Returns the value, and each part of it that is itself a secret; none if it is too common. */
function secretsIn(value: string): string[] {
  if (!isTelling(value)) return [];
  const trimmed = value.trim();
  const all = [value, trimmed, ...trimmed.split(/\r?\n/).filter((line) => TELLING_LINE.test(line))];
  return [...new Set(all)].filter((text) => text.length >= MIN_CHARACTERS);
}

/** Returns every spelling that is matched exactly: the value, and its common encodings. */
export function spellingsOf(value: string): string[] {
  const all = secretsIn(value).flatMap((text) => [
    text,
    reversed(text),
    inJson(text),
    inJson(inJson(text)),
    ...inUrl(text),
    ...base64Parts(bytesOf(text)).flatMap((part) => [part, inBase64Url(part)]),
    ...inHex(text),
    text.replaceAll("'", `'\\''`),
    inHtml(text),
    ...inBinary(text),
  ]);
  return [...new Set(all)].filter((text) => text.length >= MIN_CHARACTERS);
}

/** Fewer letters and digits of an encoding may occur by chance. */
const MIN_LOOSE_ENCODED = 10;

/** A plain value with fewer could be a name or an address that texts write in several ways. */
const MIN_LOOSE_PLAIN = 16;

/**
 * Returns every spelling that is matched regardless of case and of separators such as line breaks. Each consists only
 * of lower-case letters and digits.
 */
export function looseSpellingsOf(value: string): string[] {
  const all = secretsIn(value).flatMap((text) => {
    const bytes = bytesOf(text);
    const encoded = [bytes.toHex(), ...base64Parts(bytes), ...base32Parts(bytes)].map(lettersOf);
    const plain = [text, reversed(text)].map(lettersOf);
    return [
      ...encoded.filter((each) => each.length >= MIN_LOOSE_ENCODED),
      ...plain.filter((each) => each.length >= MIN_LOOSE_PLAIN && /\d/.test(each) && /[a-z]/.test(each)),
    ];
  });
  return [...new Set(all)];
}

const reversed = (text: string): string => [...text].reverse().join("");

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const inBase64Url = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "_");

function inUrl(text: string): string[] {
  const encoded = encodeURIComponent(text.toWellFormed());
  const whole = new URLSearchParams([["", text]]).toString().slice(1);
  const lower = (each: string) => each.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return [encoded, lower(encoded), whole, lower(whole)];
}

function inHex(text: string): string[] {
  const hex = bytesOf(text).toHex();
  return [hex, hex.toUpperCase()];
}

/** How a text reads in a file that is searched byte by byte: in UTF-8, and in UTF-16 of either byte order. */
function inBinary(text: string): string[] {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const low = Uint8Array.from(units.flatMap((unit) => [unit & 0xff, unit >> 8]));
  const high = Uint8Array.from(units.flatMap((unit) => [unit >> 8, unit & 0xff]));
  return [bytesOf(text), low, high].map((bytes) =>
    new TextDecoder("latin1").decode(bytes).replaceAll(/^\0|\0$/g, "")
  );
}

const inHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
