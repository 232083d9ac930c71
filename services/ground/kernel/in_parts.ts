import type { Ctx } from "./context.ts";
import { nextTurn } from "./next_turn.ts";
import { threadMilliseconds } from "./thread_time.ts";

/** The most that is done in one unit before others are answered: a unit holds the event loop. */
const MAX_PART = 100;

const FIRST_PART = 25;
const MAX_UNIT_MILLISECONDS = 20;

/** How much to do in the next part: at most 100 things, and fewer while a part takes more than 20 ms of processor time. */
export class PartSize {
  constructor(public most: number = FIRST_PART, readonly largest: number = MAX_PART) {}

  /** Does one part and remembers how long it took. */
  measure<T>(part: (most: number) => T): T {
    const before = threadMilliseconds();
    const result = part(this.most);
    const took = threadMilliseconds() - before;
    if (took > MAX_UNIT_MILLISECONDS) this.most = Math.max(1, this.most >> 1);
    else if (took < MAX_UNIT_MILLISECONDS / 2) this.most = Math.min(this.largest, 2 * this.most);
    return result;
  }
}

/**
 * Does work in units with a turn of the event loop between: `part` does up to `most` things and returns how many. Ends with
 * the unit that did fewer, or after any when the client has left. Returns how many things were done, and whether that is all.
 */
export async function inParts(
  ctx: Ctx,
  part: (most: number) => number,
  client?: AbortSignal,
): Promise<{ done: number; isAll: boolean }> {
  const size = new PartSize();
  for (let done = 0;;) {
    const { most } = size;
    const count = size.measure(() => ctx.write(() => part(most)));
    done += count;
    if (count < most) return { done, isAll: true };
    if (client?.aborted) return { done, isAll: false };
    await nextTurn();
  }
}

/**
 * Does the same with each item, in units with a turn of the event loop between. Items may have changed meanwhile: `work` looks
 * again. Throws the reason why the client has left.
 */
export async function eachInParts<Item>(
  ctx: Ctx,
  items: readonly Item[],
  work: (item: Item) => void,
  client?: AbortSignal,
): Promise<void> {
  let next = 0;
  await inParts(ctx, (most) => {
    client?.throwIfAborted();
    const part = items.slice(next, next += most);
    part.forEach(work);
    return part.length;
  });
}
