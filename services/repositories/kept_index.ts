import { removeFile } from "./files.ts";
import { GitError } from "./git.ts";

/**
 * Captures with an index that was kept from the last time. Nobody keeps the objects that it names: where they were pruned
 * meanwhile, the index is removed and everything is read again.
 */
export async function withKeptIndex(indexFile: string, capture: () => Promise<string>): Promise<string> {
  try {
    return await capture();
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    await removeFile(indexFile);
    return await capture();
  }
}
