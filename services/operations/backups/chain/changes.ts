import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFully, writeAll } from "../archive/bytes.ts";
import { BackupDamagedError } from "../archive/damaged.ts";

const BLOCK = 1024 * 1024;
const PAGE = 4096;
/** The place of a range (8 bytes) and its length (4 bytes), both big-endian. A shorter gap is cheaper to write again. */
const HEADER = 12;

/**
 * Writes the ranges of bytes in which a file differs from an earlier copy, each with its place. Only bytes of the new file
 * are written, so what was erased from it is not in the changes either. Returns the new file's size and hash.
 */
export async function writeChanges(
  before: string,
  after: string,
  to: string,
): Promise<{ size: number; sha256: string }> {
  using older = await Deno.open(before, { read: true });
  using newer = await Deno.open(after, { read: true });
  using changes = await Deno.open(to, { createNew: true, write: true, mode: 0o600 });
  const hash = createHash("sha256");
  let size = 0;
  for (;;) {
    const block = await readFully(newer, BLOCK);
    if (block.length === 0) return { size, sha256: hash.digest("hex") };
    hash.update(block);
    const known = await readFully(older, BLOCK);
    const ranges: Uint8Array[] = [];
    for (const [start, end] of differences(known, block)) {
      const header = new DataView(new ArrayBuffer(HEADER));
      header.setBigUint64(0, BigInt(size + start));
      header.setUint32(8, end - start);
      ranges.push(new Uint8Array(header.buffer), block.subarray(start, end));
    }
    await writeAll(changes, Buffer.concat(ranges));
    size += block.length;
  }
}

/** Writes the changes into the earlier copy, which then has the given size. Throws `BackupDamagedError`. */
export async function applyChanges(file: string, from: string, size: number): Promise<void> {
  using changes = await Deno.open(from, { read: true });
  using target = await Deno.open(file, { read: true, write: true });
  for (;;) {
    const header = await readFully(changes, HEADER);
    if (header.length === 0) break;
    if (header.length < HEADER) throw new BackupDamagedError("the changes of its database end too early");
    const view = new DataView(header.buffer);
    const [at, length] = [Number(view.getBigUint64(0)), view.getUint32(8)];
    if (length > BLOCK || at + length > size) {
      throw new BackupDamagedError("the changes of its database lie outside of it");
    }
    const bytes = await readFully(changes, length);
    if (bytes.length < length) throw new BackupDamagedError("the changes of its database end too early");
    await target.seek(at, Deno.SeekMode.Start);
    await writeAll(target, bytes);
  }
  await target.truncate(size);
  await target.sync();
}

/** Returns the ranges in which two blocks differ. Equal pages are skipped at once. */
function* differences(before: Uint8Array, after: Uint8Array): Generator<[start: number, end: number]> {
  let [start, end] = [-1, -1];
  for (let page = 0; page < after.length; page += PAGE) {
    const until = Math.min(page + PAGE, after.length);
    if (Buffer.compare(before.subarray(page, until), after.subarray(page, until)) === 0) continue;
    for (let i = page; i < until; i++) {
      if (i < before.length && before[i] === after[i]) continue;
      if (start >= 0 && i - end >= HEADER) {
        yield [start, end];
        start = -1;
      }
      if (start < 0) start = i;
      end = i + 1;
    }
  }
  if (start >= 0) yield [start, end];
}
