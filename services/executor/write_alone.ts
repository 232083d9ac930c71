/** One repository is written by one decision at a time. */
const writing = new Map<string, Promise<unknown>>();

/** Does what writes to a repository's working tree, once everything that came before it there has ended. */
export async function writeAlone<T>(root: string, write: () => Promise<T>): Promise<T> {
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
