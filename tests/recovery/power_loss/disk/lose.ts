import type { Random } from "../../load/random.ts";
import { sizeAfter } from "./content.ts";
import type { DataOperation } from "./history.ts";
import type { Loss } from "./models.ts";

const PAGE_BYTES = 4096;
const SECTOR_BYTES = 512;

/** A file's operations that were not synced, and which of them may have made it longer. */
export type Unsynced = {
  readonly operations: readonly DataOperation[];
  /** The size of what was synced. */
  readonly size: number;
  /** The file is at most this long on disk, because a longer size was not committed. */
  readonly maxSize: number;
};

/** Returns what a power cut leaves of a file's unsynced operations. */
export function lose({ operations, size, maxSize }: Unsynced, loss: Loss, random: Random): DataOperation[] {
  if (loss === "whole" || operations.length === 0) return [];
  const left = loss === "part" ? part(operations, random) : reordered(operations, random);
  const fits = left.filter((one) =>
    (one.kind === "size" ? one.size : one.offset + one.bytes.length) <= maxSize
  );
  // The size may be committed before the data: the file is as long as it should be, and zero where nothing was written.
  const end = Math.min(maxSize, sizeAfter(size, operations));
  const zeros = end > sizeAfter(size, fits) && random.next() < 0.25;
  return zeros && loss === "reordered" ? [...fits, { ...operations[0]!, kind: "size", size: end }] : fits;
}

/** Everything up to a random operation, of which a random number of sectors is written. */
function part(operations: readonly DataOperation[], random: Random): DataOperation[] {
  const torn = random.between(0, operations.length);
  const left = operations.slice(0, torn);
  const last = operations[torn];
  if (last?.kind !== "write") return left;
  const unit = random.next() < 0.5 ? SECTOR_BYTES : PAGE_BYTES;
  const end = random.between(0, Math.floor(last.bytes.length / unit)) * unit;
  return end === 0 ? left : [...left, { ...last, bytes: last.bytes.subarray(0, end) }];
}

/** Any pages. What was written after a change of the size needs that change. */
function reordered(operations: readonly DataOperation[], random: Random): DataOperation[] {
  const left: DataOperation[] = [];
  for (const operation of operations) {
    if (operation.kind === "size") {
      if (random.next() < 0.5) break;
      left.push(operation);
    } else left.push(...pages(operation).filter(() => random.next() < 0.5));
  }
  return left;
}

type Write = Extract<DataOperation, { kind: "write" }>;

/** Cuts a write where pages of its file begin. */
function pages(write: Write): Write[] {
  const { offset, bytes } = write;
  const parts: Write[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + PAGE_BYTES - (offset + at) % PAGE_BYTES);
    parts.push({ ...write, offset: offset + at, bytes: bytes.subarray(at, end) });
    at = end;
  }
  return parts;
}
