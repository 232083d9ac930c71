/** Allows one write to a repository at a time. */
const writing = new Map<string, Promise<unknown>>();

/** Writes to a repository's working tree after every earlier write to it has ended. */
export async function withWriteLock<T>(root: string, write: () => Promise<T>): Promise<T> {
  const before = writing.get(root) ?? Promise.resolve();
  const mine = before.then(write);
  const settled = mine.catch(() => {});
  writing.set(root, settled);
  try {
    return await mine;
  } finally {
    if (writing.get(root) === settled) writing.delete(root);
  }
}
