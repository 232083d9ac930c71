/** Returns the text of a calendar: a byte order mark decides its encoding, and without one it is UTF-8 (RFC 5545, 3.1.4). */
export function decodeCalendar(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xfe && second === 0xff
    ? "utf-16be"
    : first === 0xff && second === 0xfe
    ? "utf-16le"
    : "utf-8";
  return new TextDecoder(encoding).decode(encoding === "utf-8" ? withoutSplits(bytes) : bytes);
}

/** Removes the folds within a character: programs may fold a line between any two bytes (RFC 5545, 3.1). */
function withoutSplits(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length; at++) {
    const fold = foldAt(bytes, at);
    if (fold > 0 && isContinuation(bytes[at + fold])) at += fold;
    kept[size++] = bytes[at]!;
  }
  return kept.subarray(0, size);
}

/** Returns how many bytes a fold has that begins there; 0 without one. */
function foldAt(bytes: Uint8Array, at: number): number {
  const end = bytes[at] === 0x0d ? at + 1 : at;
  const isFold = bytes[end] === 0x0a && (bytes[end + 1] === 0x20 || bytes[end + 1] === 0x09);
  return isFold ? end + 2 - at : 0;
}

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;
