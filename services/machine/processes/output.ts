/** The kept part of a bounded output, and how many bytes were omitted from its middle. */
type KeptOutput = { output: string; truncated: boolean; omittedBytes: number };

/**
 * Keeps the first and the last half of `limit` bytes of an output, whatever its size, and never splits a UTF-8 character. Bytes
 * that are not UTF-8 become U+FFFD.
 */
export class OutputKeeper {
  readonly #head: Uint8Array;
  #headSize = 0;
  /** A ring buffer: `#tailAt` is the next position. */
  readonly #tail: Uint8Array;
  #tailAt = 0;
  #total = 0;

  constructor(limit: number) {
    const whole = Math.max(0, Math.floor(limit));
    this.#head = new Uint8Array(Math.ceil(whole / 2));
    this.#tail = new Uint8Array(Math.floor(whole / 2));
  }

  /** Adds the next bytes; they are copied. */
  add(bytes: Uint8Array): void {
    this.#total += bytes.length;
    const first = bytes.subarray(0, this.#head.length - this.#headSize);
    this.#head.set(first, this.#headSize);
    this.#headSize += first.length;
    const size = this.#tail.length;
    if (size === 0) return;
    const rest = bytes.subarray(Math.max(first.length, bytes.length - size));
    const untilEnd = rest.subarray(0, size - this.#tailAt);
    this.#tail.set(untilEnd, this.#tailAt);
    this.#tail.set(rest.subarray(untilEnd.length), 0);
    this.#tailAt = (this.#tailAt + rest.length) % size;
  }

  /** Returns the kept output; a separate line says how much was omitted. */
  finish(): KeptOutput {
    const head = this.#head.subarray(0, this.#headSize);
    const afterHead = this.#total - this.#headSize;
    if (afterHead <= this.#tail.length) {
      const output = decode(joined(head, this.#tail.subarray(0, afterHead)));
      return { output, truncated: false, omittedBytes: 0 };
    }
    const tail = joined(this.#tail.subarray(this.#tailAt), this.#tail.subarray(0, this.#tailAt));
    const [start, end] = [withoutCutEnd(head), withoutCutStart(tail)];
    const omittedBytes = this.#total - start.length - end.length;
    const output = `${decode(start)}\n[… ${omittedBytes} bytes omitted …]\n${decode(end)}`;
    return { output, truncated: true, omittedBytes };
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Removes an incomplete character at the end. */
function withoutCutEnd(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** Removes the remaining bytes of a character at the start. */
function withoutCutStart(bytes: Uint8Array): Uint8Array {
  let at = 0;
  while (at < 3 && isContinuation(bytes[at] ?? 0)) at++;
  return bytes.subarray(at);
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
