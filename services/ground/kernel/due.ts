import type { Core, Ctx } from "./context.ts";

/**
 * Something due at a moment that follows from what is recorded. `next` is called again after each event in `movedBy`,
 * after each run, and at least every 30 seconds. Declared in a domain's `part.ts`.
 */
export type DueMoment<Service extends Core = Core> = {
  kind: string;
  /** Types of events that may move the next moment forward; `every` means all, and `next` must then be fast. */
  movedBy: readonly string[] | "every";
  /** Returns the earliest moment that was not handled yet, or null. */
  next: (ctx: Ctx<Service>) => Date | null;
  /**
   * Does what is due, as one transaction: what it records must move `next` forward, so that each moment is handled exactly
   * once, whenever the process ends. Where it returns that it moved `most`, the rest follows in another transaction. What was
   * due before and still is is tried again after 30 seconds; what became due meanwhile is done at once.
   */
  run?: (ctx: Ctx<Service>, most: number) => unknown;
  /** Starts what is due, outside of a transaction. Not called again until it has resolved. */
  begin?: (ctx: Ctx<Service>) => Promise<unknown>;
};
