import type { Ctx } from "./context.ts";
import { Pace } from "./pace.ts";

/**
 * Does the work of each item in its own unit, so that its failure does not affect the others, and lets everything else
 * continue in between. Items may have changed meanwhile: `work` must look again.
 */
export async function eachApart<Item>(
  ctx: Ctx,
  items: readonly Item[],
  nameOf: (item: Item) => string,
  work: (item: Item) => void,
): Promise<void> {
  const pace = new Pace();
  for (const item of items) {
    try {
      ctx.write(() => work(item));
    } catch (cause) {
      // A batch that is lost as a whole is not the fault of one item.
      if (!ctx.store.database.inTransaction) throw cause;
      ctx.log.error(`${nameOf(item)} could not continue`, cause);
    }
    await pace.breathe();
  }
}
