import type { Journal } from "./journal.ts";
import type { NewEntry, TranscriptEntry } from "./schemas.ts";

/** The size limit of one transcript, in characters; the log continues without it. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** The most entries of a transcript. */
const MAX_ENTRIES = 20_000;

/** Longer texts continue in another entry. */
const MAX_WORDS = 64 * 1024;

const CUT =
  "The transcript ends here because it is too long. The work continued. The timeline shows its tools.";

/** A transcript that is being written: in memory, up to a fixed size, and in its journal. Its input contains no secrets. */
export class OpenTranscript {
  readonly entries: TranscriptEntry[] = [];
  readonly startedAt: string;
  /** By entry: its last change. */
  readonly #changed: number[] = [];
  #changes = 0;
  #size = 0;
  #full = false;
  #speaking: number | null = null;

  constructor(
    readonly number: number,
    readonly attempt: number,
    readonly journal: Journal,
    readonly now: () => Date,
  ) {
    this.startedAt = now().toISOString();
  }

  /** Adds an entry; returns its position, or null if the transcript is full. */
  add(entry: NewEntry): number | null {
    this.#speaking = null;
    if (!this.#admit(sizeOf(entry))) return null;
    const n = this.entries.length;
    const added = { n, at: this.now().toISOString(), ...entry };
    this.entries.push(added);
    this.#touch(n);
    this.journal.add({ set: added });
    return n;
  }

  /** Adds words as they arrive; consecutive ones form one entry. */
  say(text: string, kind: "words" | "thought"): void {
    const last = this.#speaking === null ? undefined : this.entries[this.#speaking];
    if (last?.kind === kind && last.text.length < MAX_WORDS) {
      if (!this.#admit(text.length)) return;
      last.text += text;
      this.#touch(last.n);
      this.journal.add({ n: last.n, text });
      return;
    }
    const begun = text.trimStart();
    if (begun !== "") this.#speaking = this.add({ kind, text: begun });
  }

  /** Ends the current text: what is said next is another entry. */
  endWords(): void {
    this.#speaking = null;
  }

  /** Replaces the tool of an entry. */
  setTool(n: number, tool: NonNullable<TranscriptEntry["tool"]>, text: string): void {
    const entry = this.entries[n]!;
    const { output: _, diff: _diff, ...bare } = tool;
    const fits = this.#admit(sizeOf({ kind: "tool", text, tool }));
    Object.assign(entry, { text, tool: fits ? tool : bare });
    this.#touch(n);
    this.journal.add({ set: entry });
  }

  /** Adds to the output of a tool in progress. */
  print(n: number, output: string): void {
    const { tool } = this.entries[n]!;
    if (!tool || !this.#admit(output.length)) return;
    tool.output = (tool.output ?? "") + output;
    this.#touch(n);
    this.journal.add({ n, output });
  }

  /** Returns the entries that were added or changed after a cursor, least recently changed first, and the next cursor. */
  after(cursor: number, limit: number): { entries: TranscriptEntry[]; cursor: number; more: boolean } {
    const changed = this.entries.filter(({ n }) => this.#changed[n]! > cursor)
      .sort((a, b) => this.#changed[a.n]! - this.#changed[b.n]!);
    const entries = changed.slice(0, limit);
    const last = entries.at(-1);
    return {
      entries,
      cursor: last ? this.#changed[last.n]! : cursor,
      more: changed.length > entries.length,
    };
  }

  #touch(n: number): void {
    this.#changed[n] = ++this.#changes;
  }

  #admit(size: number): boolean {
    if (this.#full) return false;
    this.#size += size;
    if (this.#size <= MAX_CHARACTERS && this.entries.length < MAX_ENTRIES) return true;
    this.#full = true;
    const n = this.entries.length;
    const note: TranscriptEntry = { n, at: this.now().toISOString(), kind: "note", text: CUT };
    this.entries.push(note);
    this.#touch(n);
    this.journal.add({ set: note });
    return false;
  }
}

const sizeOf = ({ text, tool, steps }: NewEntry): number =>
  text.length + (tool?.output?.length ?? 0) + (tool?.diff?.length ?? 0) +
  (steps?.reduce((sum, { content }) => sum + content.length, 0) ?? 0) + 100;
