/** How many parsers run at once, whoever asks. */
const MAX_PARSERS = 4;

let free = MAX_PARSERS;
const waiting: (() => void)[] = [];

/** Waits until one more parser may run; whoever asked first is first. Disposing the turn gives it back. */
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
