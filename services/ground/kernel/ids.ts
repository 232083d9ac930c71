const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * A source of ids: `<prefix>_` and a UUIDv7 (RFC 9562) in Crockford's base32, lower case, 26 characters. Ids of one
 * source sort in the order of creation, even within a millisecond or if the clock goes back, and after those of `before`.
 */
export function idSource(
  now: () => Date,
  random: (bytes: Uint8Array) => void,
  before: readonly string[] = [],
): (prefix: string) => string {
  let last = 1 + Math.max(-1, ...before.map(timeOf));
  let counter = 0;
  const bytes = new Uint8Array(16);
  return (prefix) => {
    const milliseconds = Math.max(now().getTime(), last);
    counter = milliseconds === last ? counter + 1 : 0;
    if (counter > 0xfff) {
      counter = 0;
      last = milliseconds + 1;
    } else last = milliseconds;
    random(bytes);
    let time = last;
    for (let i = 5; i >= 0; i--) {
      bytes[i] = time % 256;
      time = Math.floor(time / 256);
    }
    bytes[6] = 0x70 | (counter >> 8);
    bytes[7] = counter & 0xff;
    bytes[8] = 0x80 | (bytes[8]! & 0x3f);
    return `${prefix}_${base32(bytes)}`;
  };
}

/** Returns the time of an id in milliseconds; -1 for what is none, or is of after 2248: people choose some names themselves. */
function timeOf(id: string): number {
  const time = /_(0[0-7][0-9a-hjkmnp-tv-z]{8})[0-9a-hjkmnp-tv-z]{16}$/.exec(id)?.[1];
  if (time === undefined) return -1;
  return [...time].reduce((sum, character) => 32 * sum + ALPHABET.indexOf(character), 0);
}

/** Returns what sorts before every id of `prefix` made at a time or later, and after all made before. */
export function idAt(prefix: string, time: Date): string {
  const bytes = new Uint8Array(16);
  let milliseconds = Math.max(0, time.getTime());
  for (let i = 5; i >= 0; i--) {
    bytes[i] = milliseconds % 256;
    milliseconds = Math.floor(milliseconds / 256);
  }
  return `${prefix}_${base32(bytes)}`;
}

/** The character codes of the alphabet, and where an id is composed: adding up strings costs several times as much. */
const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const COMPOSED = new Uint8Array(26);
const DECODER = new TextDecoder();

/** Returns 128 bits as 26 characters, most significant first. */
function base32(bytes: Uint8Array): string {
  let at = 0;
  let bits = 2; // 26 characters hold 130 bits: two zeros come first
  let value = 0;
  for (let i = 0; i < 16; i++) {
    value = (value << 8) | bytes[i]!;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      COMPOSED[at++] = CODES[(value >> bits) & 31]!;
    }
    value &= (1 << bits) - 1;
  }
  return DECODER.decode(COMPOSED);
}
