const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns a text's bytes in UTF-8. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the base64 of bytes (RFC 4648) as it can occur within that of a longer text, such as `user:value`. */
export const base64Parts = (bytes: Uint8Array): string[] =>
  [0, 1, 2].map((before) => digits(bytes, before, BASE64));

/** Returns the same for base32, in upper case. */
export const base32Parts = (bytes: Uint8Array): string[] =>
  [0, 1, 2, 3, 4].map((before) => digits(bytes, before, BASE32));

/** Returns the digits that depend only on the bytes, after `before` other bytes; neighbouring digits depend on both. */
function digits(bytes: Uint8Array, before: number, alphabet: string): string {
  const size = Math.log2(alphabet.length);
  let [bits, count, end] = [0, -((size - (before * 8) % size) % size), 0];
  // A string that grows by one digit at a time takes much longer, and many times the memory.
  const written = new Uint8Array(Math.ceil(bytes.length * 8 / size));
  for (const byte of bytes) {
    bits = (bits << 8 | byte) & 0xffff;
    count += 8;
    for (; count >= size; count -= size) {
      written[end++] = alphabet.charCodeAt(bits >> (count - size) & (alphabet.length - 1));
    }
  }
  return new TextDecoder().decode(written.subarray(0, end));
}
