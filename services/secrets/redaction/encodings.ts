/** What is shorter is no secret: taking it out of every text would leave none of them readable. */
export const LEAST_CHARACTERS = 8;

/** A single word or number: common texts have it too. */
const PLAIN_WORD = /^(?:[A-Za-z]{1,15}|\d{1,15})$/;

/** Whether a value can be taken out of texts without making them unreadable. */
export const isTelling = (value: string): boolean =>
  value.trim().length >= LEAST_CHARACTERS && !PLAIN_WORD.test(value.trim());

/** Lines that occur nowhere by chance: those of a PEM block. */
const TELLING_LINE = /^[A-Za-z0-9+/=_-]{32,}$/;

/** Every spelling under which a value may turn up in a text: as it is, and as programs commonly encode it. */
export function spellingsOf(value: string): string[] {
  if (!isTelling(value)) return [];
  const trimmed = value.trim();
  const plain = [value, trimmed, ...trimmed.split(/\r?\n/).filter((line) => TELLING_LINE.test(line))];
  const all = [...new Set(plain)].filter((text) => text.length >= LEAST_CHARACTERS).flatMap((text) => [
    text,
    inJson(text),
    inJson(inJson(text)),
    ...inUrl(text),
    ...inBase64(text),
    ...inHex(text),
    text.replaceAll("'", `'\\''`),
    inHtml(text),
  ]);
  return [...new Set(all)].filter((text) => text.length >= LEAST_CHARACTERS);
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function inUrl(text: string): string[] {
  const encoded = encodeURIComponent(text.toWellFormed());
  const whole = new URLSearchParams([["", text]]).toString().slice(1);
  const lower = (each: string) => each.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return [encoded, lower(encoded), whole, lower(whole)];
}

function inHex(text: string): string[] {
  const hex = new TextEncoder().encode(text).toHex();
  return [hex, hex.toUpperCase()];
}

const inHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/**
 * Base64 in each of the three ways in which the value can lie in what was encoded, such as `user:value`. Characters that
 * its neighbours have a part in are left away.
 */
function inBase64(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  return [0, 1, 2].flatMap((before) => {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const whole = shifted.toBase64();
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((shifted.length * 8) / 6);
    const base64 = whole.slice(from, to);
    return [base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
