type Table = { count: number; entries: number; bytes: (table: DataView) => number };
const table = (bytes: number): Table => ({ count: 4, entries: 8, bytes: () => bytes });

/** The tables of an MP4 file: where each has its count, where its entries begin, and how many bytes an entry has. */
const TABLES: Readonly<Record<string, Table>> = {
  stts: table(8),
  stsc: table(12),
  stco: table(4),
  co64: table(8),
  elst: table(12),
  // Samples of one size are counted, but not listed; in a fragment, four flags say what is listed of each.
  stsz: { count: 8, entries: 12, bytes: (sizes) => sizes.getUint32(4) === 0 ? 4 : 0 },
  trun: {
    count: 4,
    entries: 8,
    bytes: (run) => 4 * [1, 2, 4, 8].filter((flag) => run.getUint8(2) & flag).length,
  },
};
const NAMES = new RegExp(Object.keys(TABLES).join("|"), "g");
const HEAD_BYTES = 8;

/**
 * Returns whether the tables of an MP4 file have as many entries as they say: its decoder makes so many. They are found by
 * their names, at any depth, in all that is not sound.
 */
export function hasWholeTables(file: Uint8Array): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  let samples = 0;
  for (let at = 0; at + HEAD_BYTES <= file.length;) {
    const size = sizeOf(view, at, file.length);
    if (size < HEAD_BYTES) break; // its decoder reads no further, either
    const end = Math.min(at + size, file.length);
    const text = new TextDecoder("latin1").decode(file.subarray(at + 4, end));
    for (const { 0: name, index } of text.startsWith("mdat") ? [] : text.matchAll(NAMES)) {
      const start = at + index;
      const length = sizeOf(view, start, end) - HEAD_BYTES;
      const { count, entries, bytes } = TABLES[name]!;
      if (length < entries || start + HEAD_BYTES + length > end) continue;
      const found = new DataView(file.buffer, file.byteOffset + start + HEAD_BYTES, length);
      const stated = found.getUint32(count);
      if (stated * bytes(found) > length - entries) return false;
      if (bytes(found) === 0) samples += stated;
    }
    at += size;
  }
  return samples <= file.length;
}

/** Returns the size of the box at a place. Where 0 stands, it goes up to the end; where 1 stands, the next eight bytes are its size. */
function sizeOf(view: DataView, at: number, end: number): number {
  const size = view.getUint32(at);
  if (size === 0) return end - at;
  return size === 1 && at + 16 <= end ? view.getUint32(at + 12) : size;
}
