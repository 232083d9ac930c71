/**
 * What each byte of a UTF-8 text becomes: letters lose their case, and everything but ASCII letters and digits is
 * dropped.
 */
const LETTERS = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** How much each byte adds to the result. A lookup, since a branch would be mispredicted at every word. */
const LENGTHS = LETTERS.map((letter) => letter === 0 ? 0 : 1);

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** In shorter texts a regular expression is faster than two calls out of the engine. */
const MIN_BYTES_PAY = 128;

/** Longer texts are processed in parts: a buffer for each text would cost more than the work. */
const BYTES = new Uint8Array(64 * 1024);
const KEPT = new Uint8Array(BYTES.length);

/** Returns the letters and digits of a text, in lower case, without what is between them. */
export function lettersOf(text: string): string {
  if (text.length < MIN_BYTES_PAY) return text.replaceAll(/[^A-Za-z0-9]+/g, "").toLowerCase();
  let letters = "";
  for (let at = 0; at < text.length;) {
    const { read, written } = ENCODER.encodeInto(at === 0 ? text : text.slice(at), BYTES);
    letters += DECODER.decode(KEPT.subarray(0, keepLetters(written)));
    at += read;
  }
  return letters;
}

/** Constant arrays are several times as fast here as arguments. */
function keepLetters(end: number): number {
  let count = 0;
  for (let i = 0; i < end; i++) {
    const byte = BYTES[i]!;
    KEPT[count] = LETTERS[byte]!;
    count += LENGTHS[byte]!;
  }
  return count;
}

/** Returns the position of each letter of `lettersOf` in the text. */
export function letterPositions(text: string): Uint32Array {
  const positions = new Uint32Array(text.length);
  let count = 0;
  for (let i = 0; i < text.length; i++) if (isLetter(text, i)) positions[count++] = i;
  return positions.subarray(0, count);
}

/** Returns where the last so many letters of a text begin. */
export function startOfLastLetters(text: string, count: number): number {
  let start = text.length;
  for (let left = count; left > 0; left -= isLetter(text, start) ? 1 : 0) start--;
  return start;
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && LENGTHS[code] === 1;
}
