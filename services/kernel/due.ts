import type { Core, Ctx } from "./context.ts";

/**
 * Something that is due at a moment which follows from what is recorded. `next` is asked again after each of the events in
 * `movedBy`, after each run, and at least every 30 seconds. A due moment is declared in a domain's `part.ts`.
 */
export type Due<Service extends Core = Core> = {
  kind: string;
  /** Types of events that may bring the next moment forward; `every` means all of them, and `next` has to be quick then. */
  movedBy: readonly string[] | "every";
  /** Returns the earliest moment that is not done with; null where there is none. */
  next: (ctx: Ctx<Service>) => Date | null;
  /**
   * Does everything that is due, as one transaction: what it records has to move `next` on, so that each moment is done with
   * exactly once whenever the process ends. What is still due after that is tried again after 30 seconds.
   */
  run?: (ctx: Ctx<Service>) => unknown;
  /** Begins what is due, outside of a transaction. Not called again until it has resolved. */
  begin?: (ctx: Ctx<Service>) => Promise<unknown>;
};
