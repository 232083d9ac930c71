/** How many parsers run at the same time. */
const MAX_PARSERS = 4;

let free = MAX_PARSERS;
const waiting: (() => void)[] = [];

/** Waits until another parser may run, in the order of the calls. Disposing the turn releases it. */
export async function takeTurn(): Promise<Disposable> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  return {
    [Symbol.dispose]: () => {
      const next = waiting.shift();
      if (next) next();
      else free++;
    },
  };
}
