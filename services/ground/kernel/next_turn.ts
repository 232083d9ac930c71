/** Resolves in the next turn of the event loop, after what is open has been committed. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
