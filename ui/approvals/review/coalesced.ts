/** The same work, done by one at a time: asked for while it is under way, it is done once more afterwards, not many times. */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      running = null;
    }
  };
  return () => {
    again = running !== null;
    return running ??= run();
  };
}
