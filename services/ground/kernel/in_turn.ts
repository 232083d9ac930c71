/** Runs pieces of work with the same key one after the other, however the one before ended. */
export async function inTurn<Value>(
  last: Map<string, Promise<unknown>>,
  key: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const current = (last.get(key) ?? Promise.resolve()).then(work);
  const ended = current.catch(() => {});
  last.set(key, ended);
  try {
    return await current;
  } finally {
    if (last.get(key) === ended) last.delete(key);
  }
}
