/** The first place of `sought` in `bytes` from `from` on, or -1. */
export function indexOf(bytes: Uint8Array, sought: Uint8Array, from: number): number {
  const first = sought[0]!;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + sought.length > bytes.length) return -1;
    let same = 1;
    while (same < sought.length && bytes[at + same] === sought[same]) same++;
    if (same === sought.length) return at;
  }
  return -1;
}

/** Bytes that arrive in pieces and are taken from the front. */
export class Inbox {
  #bytes = new Uint8Array(16 * 1024);
  #begin = 0;
  #end = 0;

  /** What has arrived and was not taken; valid until the next read. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(this.#begin, this.#end);
  }

  take(length: number): void {
    this.#begin += length;
  }

  /** Reads more from a connection; false at its end. */
  async readFrom(connection: Deno.Conn): Promise<boolean> {
    this.#makeRoom();
    const read = await connection.read(this.#bytes.subarray(this.#end));
    this.#end += read ?? 0;
    return read !== null;
  }

  #makeRoom(): void {
    if (this.#begin > 0) {
      this.#bytes.copyWithin(0, this.#begin, this.#end);
      this.#end -= this.#begin;
      this.#begin = 0;
    }
    if (this.#end < this.#bytes.length) return;
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
