import { Buffer } from "node:buffer";

/** The types of b-tree pages, as their first byte says: interior and leaf pages of indexes and tables. */
const INTERIOR = new Set([2, 5]);
const LEAF = new Set([10, 13]);

/** The header of the database, which precedes that of its first page. */
const DATABASE_HEADER = 100;

/** The first bytes of a page that is not of a b-tree are the number of another page: below this count, its first byte is 0. */
export const MAX_PAGES = 2 ** 24;

/**
 * Overwrites with zeros what a page of an SQLite database (`page`, number 1 for the first) does not use: the space between its
 * cell pointers and its cells, and its free blocks. Returns whether any of that was something else. Leaves other pages than
 * those of b-trees alone, and those that are not well-formed. https://www.sqlite.org/fileformat2.html#b_tree_pages
 */
export function zeroUnused(page: Buffer, number: number): boolean {
  const ranges = unusedRanges(page, number === 1 ? DATABASE_HEADER : 0);
  const used = ranges.filter(([start, end]) => !isZero(page, start, end));
  for (const [start, end] of used) page.fill(0, start, end);
  return used.length > 0;
}

type Range = [start: number, end: number];

/** Returns the unused ranges of a b-tree page whose header is at `header`; none if the page is not well-formed. */
function unusedRanges(page: Buffer, header: number): Range[] {
  const type = page[header]!;
  const length = LEAF.has(type) ? 8 : INTERIOR.has(type) ? 12 : null;
  if (length === null) return [];
  const pointersEnd = header + length + 2 * page.readUInt16BE(header + 3);
  const contentStart = page.readUInt16BE(header + 5) || 65_536;
  if (pointersEnd > contentStart || contentStart > page.length) return [];
  const ranges: Range[] = [[pointersEnd, contentStart]];
  let lastEnd = contentStart;
  for (let block = page.readUInt16BE(header + 1); block !== 0;) {
    if (block < lastEnd || block + 4 > page.length) return [];
    lastEnd = block + page.readUInt16BE(block + 2);
    if (lastEnd < block + 4 || lastEnd > page.length) return [];
    ranges.push([block + 4, lastEnd]);
    block = page.readUInt16BE(block);
  }
  return ranges;
}

const ZEROS = Buffer.alloc(65_536);

const isZero = (page: Buffer, start: number, end: number): boolean =>
  page.compare(ZEROS, 0, end - start, start, end) === 0;
