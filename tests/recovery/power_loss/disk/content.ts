import type { DataOperation } from "./history.ts";

/** Returns what a file holds after operations on what it held before. A write behind its end fills the gap with zeros. */
export function contentAfter(before: Uint8Array, operations: readonly DataOperation[]): Uint8Array {
  let size = before.length;
  let room = before.slice();
  const grow = (to: number) => {
    if (to <= room.length) return;
    const larger = new Uint8Array(Math.max(to, room.length * 2));
    larger.set(room.subarray(0, size));
    room = larger;
  };
  for (const operation of operations) {
    if (operation.kind === "size") {
      grow(operation.size);
      if (operation.size < size) room.fill(0, operation.size, size);
      size = operation.size;
    } else {
      const { offset, bytes } = operation;
      grow(offset + bytes.length);
      room.set(bytes, offset);
      size = Math.max(size, offset + bytes.length);
    }
  }
  return room.subarray(0, size);
}

/** Returns the size of that content. */
export function sizeAfter(before: number, operations: readonly DataOperation[]): number {
  return operations.reduce(
    (size, operation) =>
      operation.kind === "size" ? operation.size : Math.max(size, operation.offset + operation.bytes.length),
    before,
  );
}
