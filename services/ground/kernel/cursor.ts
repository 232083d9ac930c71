import { InvalidError } from "./errors.ts";

/** Returns the sequence number of a cursor. Throws `InvalidError` if it is in the future. */
export function sequenceOf({ store }: { store: { head: number } }, cursor: string): number {
  const sequence = Number(cursor);
  if (sequence <= store.head) return sequence;
  throw new InvalidError(`The cursor ${cursor} is in the future. The newest sequence is ${store.head}.`);
}
