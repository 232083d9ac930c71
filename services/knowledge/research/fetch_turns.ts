import type { Core } from "../../ground/kernel/context.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";

/** How many pages are fetched at the same time, and how many of one host. */
const MAX_AT_ONCE = 4;

const turnsOf = ownedBy<Core["store"], { busy: Set<string>; waiting: (() => void)[] }>(
  () => ({ busy: new Set(), waiting: [] }),
);

/** Waits until a page of a host may be fetched; disposing the turn releases it. */
export async function takeFetchTurn({ store }: Pick<Core, "store">, host: string): Promise<Disposable> {
  const { busy, waiting } = turnsOf(store);
  while (busy.size >= MAX_AT_ONCE || busy.has(host)) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  busy.add(host);
  return {
    [Symbol.dispose]: () => {
      busy.delete(host);
      for (const wake of waiting.splice(0)) wake();
    },
  };
}
