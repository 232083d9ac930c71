import { InvalidError } from "./errors.ts";

/** Returns the sequence number that a cursor stands for. Throws `InvalidError` when the log has not come so far. */
export function sequenceOf({ store }: { store: { head: number } }, cursor: string): number {
  const sequence = Number(cursor);
  if (sequence <= store.head) return sequence;
  throw new InvalidError(`The cursor ${cursor} is in the future: the newest sequence is ${store.head}.`);
}
