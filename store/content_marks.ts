import { isFile, makeDirectory } from "./durable_file.ts";

/** Content that was written, and the newest sequence number of the log before: an event that names it comes later. */
export type MarkedContent = { hash: string; after: number };

/**
 * Marks content that is written before an event names it, each in a small file: a process that is killed in between leaves both.
 * They need not survive a power failure, and so are not synced.
 */
export class ContentMarks {
  constructor(readonly directory: string, readonly head: () => number) {}

  /** Marks content that is about to be written; an earlier mark stays. */
  set(hash: string): void {
    const path = `${this.directory}/${hash}`;
    makeDirectory(this.directory, 0o700);
    if (!isFile(path)) Deno.writeTextFileSync(path, String(this.head()), { mode: 0o600 });
  }

  /** Returns what is marked. */
  all(): MarkedContent[] {
    return this.#hashes().map((hash) => ({
      hash,
      after: Number(Deno.readTextFileSync(`${this.directory}/${hash}`)),
    }));
  }

  /** Removes a mark. */
  delete(hash: string): void {
    ignoringMissing(() => Deno.removeSync(`${this.directory}/${hash}`));
  }

  /** None where nothing was marked yet. */
  #hashes(): string[] {
    const names = ignoringMissing(() => [...Deno.readDirSync(this.directory)].map(({ name }) => name));
    return (names ?? []).filter((name) => /^[0-9a-f]{64}$/.test(name));
  }
}

function ignoringMissing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return undefined;
    throw cause;
  }
}
