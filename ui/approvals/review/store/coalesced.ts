/** Returns `work` so that it runs once at a time; calls during a run start only one more afterwards. */
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
