import { join } from "node:path";
import { makeDirectory } from "../../store/durable_file.ts";
import type { TranscriptEntry } from "./schemas.ts";

/** Where the transcripts of what is at work lie until they are kept as material. */
export const transcriptsOf = (storageDirectory: string): string => join(storageDirectory, "transcripts");

/** A change of a transcript: an entry as it is now, or what was added to the text or the output of one. */
export type JournalLine = { set: TranscriptEntry } | { n: number; text: string } | {
  n: number;
  output: string;
};

/** How long a change waits for others, so that many go to the disk together. */
const FLUSH_MILLISECONDS = 500;

/** More than this is written at once. */
const MAX_PENDING = 256 * 1024;

/**
 * Writes the changes of one transcript to a file, in batches, apart from the log. What a batch holds is on disk before the
 * next one is begun, so a kill loses at most what came in the last half second.
 */
export class Journal {
  #pending: string[] = [];
  #size = 0;
  #file: Deno.FsFile | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #failed = false;

  /** `failed` is told once, when the disk refuses; nothing is written after that. */
  constructor(readonly path: string, readonly directory: string, readonly failed: (cause: unknown) => void) {}

  add(line: JournalLine): void {
    if (this.#failed) return;
    const text = JSON.stringify(line) + "\n";
    this.#pending.push(text);
    this.#size += text.length;
    if (this.#size >= MAX_PENDING) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MILLISECONDS);
  }

  /** Resolves when all that was added is on disk, or could not be written. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    return this.#writing = this.#writing.then(() => this.#write()).catch((cause) => {
      this.#failed = true;
      this.failed(cause);
    });
  }

  /** Removes the file: what it held is kept elsewhere. */
  async remove(): Promise<void> {
    await this.close();
    await removeJournal(this.path);
  }

  /** Ends the writing; the file stays. */
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

/** The entries that a journal's text comes to; a line that was not written to its end is left out. */
export function entriesOf(journal: string): TranscriptEntry[] {
  const entries = new Map<number, TranscriptEntry>();
  for (const text of journal.split("\n").slice(0, -1)) {
    const line = lineOf(text);
    if (line === null) break; // a power cut can leave anything behind what was synced
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

/** Removes a journal; one that is not there is fine. */
export async function removeJournal(path: string): Promise<void> {
  await Deno.remove(path).catch((cause) => {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
  });
}
