/**
 * Returns a function that waits, in the order of the calls, until fewer than `most` turns are taken. Disposing a turn
 * releases it.
 */
export function limitTurns(most: number): () => Promise<Disposable> {
  let free = most;
  const waiting: (() => void)[] = [];
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return {
      [Symbol.dispose]: () => {
        const next = waiting.shift();
        if (next) next();
        else free++;
      },
    };
  };
}
