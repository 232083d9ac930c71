import { bytesOf } from "../../services/ground/kernel/redaction/digits.ts";

/** Base32 as RFC 4648 has it, with padding. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g)!.map((group) => parseInt(group.padEnd(5, "0"), 2));
  const digits = groups.map((group) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[group]!).join("");
  return digits.padEnd(Math.ceil(digits.length / 8) * 8, "=");
}

const wrapped = (text: string, columns: number, end: string): string =>
  text.match(new RegExp(`.{1,${columns}}`, "gs"))!.join(end);

const hex = (code: number, size: number): string => code.toString(16).padStart(size, "0");

const bytes = (text: string): string[] => [...bytesOf(text)].map((byte) => hex(byte, 2));

const units = (text: string): number[] => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

const inBinary = (bytes: Iterable<number>): string =>
  new TextDecoder("latin1").decode(Uint8Array.from(bytes));

/** Every second character as it is, but for those that escapes begin with. */
const mixed = (text: string, escape: (character: string) => string): string =>
  [...text].map((each, i) => i % 2 === 1 && /[^%\\&]/.test(each) ? each : escape(each)).join("");

const percent = (text: string): string => bytes(text).map((byte) => `%${byte}`).join("");
const backslashU = (text: string): string => units(text).map((unit) => `\\u${hex(unit, 4)}`).join("");
const backslashX = (text: string): string => bytes(text).map((byte) => `\\x${byte}`).join("");
const entities = (text: string): string => [...text].map((each) => `&#${each.codePointAt(0)};`).join("");

/** Ways in which programs write a text, so that the text itself is no longer seen in it. */
export const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  "base32": (text) => base32(bytesOf(text)),
  "base32 without padding, lower case": (text) => base32(bytesOf(text)).replaceAll("=", "").toLowerCase(),
  "base32 behind one byte": (text) => base32(bytesOf(`:${text}tail`)),
  "base32 behind two bytes": (text) => base32(bytesOf(`u:${text}tail`)),
  "base32 behind three bytes": (text) => base32(bytesOf(`us:${text}tail`)),
  "base32 behind four bytes": (text) => base32(bytesOf(`use:${text}tail`)),
  "base32 in lines": (text) => wrapped(base32(bytesOf(`some words before ${text} and after`)), 76, "\n"),
  "%xx of every byte": percent,
  "%XX of every byte": (text) => percent(text).toUpperCase(),
  "%xx mixed": (text) => mixed(text, percent),
  "%25xx": (text) => percent(text).replaceAll("%", "%25"),
  "\\u of every unit": backslashU,
  "\\U in capitals": (text) => backslashU(text).toUpperCase().replaceAll("\\U", "\\u"),
  "\\u mixed": (text) => mixed(text, backslashU),
  "\\u in a string in a string": (text) => backslashU(text).replaceAll("\\", "\\\\\\\\"),
  "\\u{}": (text) => [...text].map((each) => `\\u{${each.codePointAt(0)!.toString(16)}}`).join(""),
  "\\x of every byte": backslashX,
  "\\x mixed": (text) => mixed(text, backslashX),
  "octal": (text) => [...bytesOf(text)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""),
  "&#NN; of every character": entities,
  "&#NN; mixed": (text) => mixed(text, entities),
  "&#xHH;": (text) => [...text].map((each) => `&#x${each.codePointAt(0)!.toString(16)};`).join(""),
  "hex with colons": (text) => bytes(text).join(":"),
  "HEX WITH SPACES": (text) => bytes(text).join(" ").toUpperCase(),
  "hex in lines": (text) => wrapped(bytes(text).join(""), 60, "\n"),
  "hex with colons in indented lines": (text) => wrapped(bytes(text).join(":"), 45, "\n    "),
  "base64": (text) => bytesOf(text).toBase64(),
  "base64 behind one byte": (text) => bytesOf(`:${text}tail`).toBase64(),
  "base64 behind two bytes": (text) => bytesOf(`u:${text}tail`).toBase64(),
  "base64 in lines of 64": (text) => wrapped(bytesOf(`${"-".repeat(40)}${text}tail`).toBase64(), 64, "\n"),
  "base64 in lines of 76": (text) => wrapped(bytesOf(`${"-".repeat(51)}${text}tail`).toBase64(), 76, "\r\n"),
  "base64 in lines of a string": (text) => wrapped(bytesOf(text).toBase64(), 8, "\\n"),
  "UTF-8 in a binary file": (text) => inBinary(bytesOf(text)),
  "UTF-16 in a binary file": (text) => inBinary(units(text).flatMap((unit) => [unit & 255, unit >> 8])),
  "UTF-16, high bytes first": (text) => inBinary(units(text).flatMap((unit) => [unit >> 8, unit & 255])),
  "reversed": (text) => [...text].reverse().join(""),
};
