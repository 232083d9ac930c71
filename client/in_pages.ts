/** Yields the entries of a list, which is read in pages of `size` until one is not full: a response may not contain all of them. */
export async function* inPages<Entry>(
  size: number,
  read: (page: { limit: number; offset: number }) => Promise<readonly Entry[]>,
): AsyncGenerator<Entry> {
  for (let offset = 0;; offset += size) {
    const page = await read({ limit: size, offset });
    yield* page;
    if (page.length < size) return;
  }
}
