import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";

/** Why a file was not read. A symbolic link is `unreadable`, unless links are followed. */
export type ReadProblem = "missing" | "not_a_file" | "too_large" | "unreadable";

/** The content of a file, or why it was not read. */
type BoundedFile = { bytes: Uint8Array<ArrayBuffer> } | { problem: ReadProblem; cause?: unknown };

/** Whether a symbolic link in the place of the file is followed: only where others follow it too, such as git. */
export type Links = "refuse" | "follow";

/** Read at least: a file of the kernel says that it is empty. */
const PIECE = 1 << 12;

/**
 * Reads a regular file of at most `limit` bytes that someone else may have put there, or may be changing. A pipe or device
 * in its place is never waited for, and never more than the limit is read. All reads of files that are not ours begin here.
 */
export async function readBounded(
  path: string,
  limit: number,
  links: Links = "refuse",
): Promise<BoundedFile> {
  try {
    const file = await open(path, flagsOf(links));
    try {
      const info = await file.stat();
      const problem = problemOf(info, limit);
      if (problem) return { problem };
      const pieces = new Pieces(limit, info.size);
      while (pieces.add((await file.read(pieces.next, 0)).bytesRead));
      return pieces.whole();
    } finally {
      await file.close();
    }
  } catch (cause) {
    return { problem: isGone(cause) ? "missing" : "unreadable", cause };
  }
}

/** Does the same in one turn of the event loop; for files of at most a few megabytes. */
export function readBoundedSync(path: string, limit: number, links: Links = "refuse"): BoundedFile {
  try {
    const file = openSync(path, flagsOf(links));
    try {
      const info = fstatSync(file);
      const problem = problemOf(info, limit);
      if (problem) return { problem };
      const pieces = new Pieces(limit, info.size);
      while (pieces.add(readSync(file, pieces.next, 0, pieces.next.length, null)));
      return pieces.whole();
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    return { problem: isGone(cause) ? "missing" : "unreadable", cause };
  }
}

/** What was read so far: a file may be longer than it said, as it is being written or is the kernel's. */
class Pieces {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(readonly limit: number, size: number) {
    this.#bytes = new Uint8Array(Math.min(limit, Math.max(size, PIECE)) + 1);
  }

  /** Where the next piece goes. */
  get next(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(this.#length);
  }

  /** Returns whether there may be more to read. */
  add(read: number): boolean {
    this.#length += read;
    if (read === 0 || this.#length > this.limit) return false;
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(Math.min(2 * this.#length, this.limit + 1));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    return true;
  }

  whole(): BoundedFile {
    if (this.#length > this.limit) return { problem: "too_large" };
    return { bytes: this.#bytes.subarray(0, this.#length) };
  }
}

// O_NONBLOCK: opening a pipe would otherwise wait for a writer, for ever.
const flagsOf = (links: Links): number =>
  constants.O_RDONLY | constants.O_NONBLOCK | (links === "refuse" ? constants.O_NOFOLLOW : 0);

const problemOf = (info: { isFile(): boolean; size: number }, limit: number): ReadProblem | null =>
  !info.isFile() ? "not_a_file" : info.size > limit ? "too_large" : null;

const isGone = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && /^ENO(?:ENT|TDIR)$/.test(String(cause.code));
