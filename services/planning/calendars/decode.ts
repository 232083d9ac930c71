/** Returns the text of a calendar: a byte order mark decides its encoding, and without one it is UTF-8 (RFC 5545, 3.1.4). */
export function decodeCalendar(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xfe && second === 0xff
    ? "utf-16be"
    : first === 0xff && second === 0xfe
    ? "utf-16le"
    : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
