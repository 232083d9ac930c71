import { join } from "node:path";
import { makeDirectory } from "../../../store/durable_file.ts";
import type { TranscriptEntry } from "./schemas.ts";

/** Where open transcripts are until they are stored as material. */
export const transcriptsOf = (storageDirectory: string): string => join(storageDirectory, "transcripts");

/** A change to a transcript: the current state of an entry, or what was added to its text or output. */
type JournalLine = { set: TranscriptEntry } | { n: number; text: string } | {
  n: number;
  output: string;
};

/** How long a change waits for others, so that many are written to disk together. */
const FLUSH_MILLISECONDS = 500;

/** More than this is written at once. */
const MAX_PENDING = 256 * 1024;

/**
 * Writes the changes of one transcript to a file, in batches, separate from the log. A batch is on disk before the next
 * one starts, so a kill loses at most the last half second.
 */
export class Journal {
  #pending: string[] = [];
  #size = 0;
  #file: Deno.FsFile | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #failed = false;

  /** `failed` is called once if the disk refuses; nothing is written after that. */
  constructor(readonly path: string, readonly directory: string, readonly failed: (cause: unknown) => void) {}

  add(line: JournalLine): void {
    if (this.#failed) return;
    const text = JSON.stringify(line) + "\n";
    this.#pending.push(text);
    this.#size += text.length;
    if (this.#size >= MAX_PENDING) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MILLISECONDS);
  }

  /** Resolves when everything that was added is on disk, or could not be written. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    return this.#writing = this.#writing.then(() => this.#write()).catch((cause) => {
      this.#failed = true;
      this.failed(cause);
    });
  }

  /** Removes the file, whose content is stored elsewhere. */
  async remove(): Promise<void> {
    await this.close();
    await removeJournal(this.path);
  }

  /** Stops writing; the file stays. */
  async close(): Promise<void> {
    await this.flush();
    this.#file?.close();
    this.#file = null;
    this.#failed = true;
  }

  async #write(): Promise<void> {
    if (this.#pending.length === 0 || this.#failed) return;
    const bytes = new TextEncoder().encode(this.#pending.join(""));
    [this.#pending, this.#size] = [[], 0];
    if (this.#file === null) {
      makeDirectory(this.directory, 0o700);
      this.#file = await Deno.open(this.path, { append: true, create: true, mode: 0o600 });
    }
    for (let at = 0; at < bytes.length;) at += await this.#file.write(bytes.subarray(at));
    await this.#file.syncData();
  }
}

/** Returns the entries of a journal's text; an incomplete last line is ignored. */
export function parseJournal(journal: string): TranscriptEntry[] {
  const entries = new Map<number, TranscriptEntry>();
  for (const text of journal.split("\n").slice(0, -1)) {
    const line = lineOf(text);
    if (line === null) break; // a power cut can leave anything after what was synced
    if ("set" in line) {
      entries.set(line.set.n, line.set);
      continue;
    }
    const entry = entries.get(line.n);
    if (!entry) continue;
    if ("text" in line) entry.text += line.text;
    else if (entry.tool) entry.tool.output = (entry.tool.output ?? "") + line.output;
  }
  return [...entries.values()];
}

function lineOf(text: string): JournalLine | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Removes a journal; does nothing if it does not exist. */
export async function removeJournal(path: string): Promise<void> {
  await Deno.remove(path).catch((cause) => {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
  });
}
