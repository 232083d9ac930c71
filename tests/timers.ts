/** Lets timers fire in the next turn whatever their time, until it is disposed: what waits long is soon tried again. */
export function timersFireAtOnce(): Disposable {
  const original = globalThis.setTimeout;
  const atOnce = (handler: (...args: unknown[]) => void, _milliseconds?: number, ...args: unknown[]) =>
    original(handler, 0, ...args);
  globalThis.setTimeout = atOnce as typeof setTimeout;
  return {
    [Symbol.dispose]: () => {
      globalThis.setTimeout = original;
    },
  };
}
