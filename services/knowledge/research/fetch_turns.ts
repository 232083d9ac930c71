/** How many pages are fetched at the same time, and how many of one host. */
const MAX_AT_ONCE = 4;

const busy = new Set<string>();
const waiting: (() => void)[] = [];

/** Waits until a page of a host may be fetched; disposing the turn releases it. */
export async function takeFetchTurn(host: string): Promise<Disposable> {
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
