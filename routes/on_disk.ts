import type { Ctx } from "../services/ground/kernel/context.ts";
import { UnavailableError } from "../services/ground/kernel/errors.ts";

/** How often a read begins again. */
const MAX_REPEATS = 10;

/**
 * Returns the result of `work` once everything that it wrote or read is on disk. A read begins again if its batch was lost (a
 * full disk), or if something was erased meanwhile, which it may contain: the current state is what is on disk.
 */
export async function onDisk<T>(ctx: Ctx, work: () => T | Promise<T>, isRead: boolean): Promise<T> {
  if (isRead) return await readAgain(ctx, work);
  const result = await work();
  await ctx.settled();
  return result;
}

async function readAgain<T>(ctx: Ctx, work: () => T | Promise<T>): Promise<T> {
  let lost = false;
  for (let i = 0; i <= MAX_REPEATS; i++) {
    const { erasures } = ctx.store;
    let result: T;
    try {
      result = await work();
    } catch (cause) {
      if (ctx.store.erasures === erasures) throw cause;
      continue;
    }
    try {
      await ctx.settled();
    } catch (cause) {
      if (lost) throw cause;
      lost = true;
      continue;
    }
    // A stream is open already, and says itself what was deleted.
    if (ctx.store.erasures === erasures || result instanceof ReadableStream) return result;
  }
  throw new UnavailableError("Records are being deleted faster than this can be read. Try again later.");
}
