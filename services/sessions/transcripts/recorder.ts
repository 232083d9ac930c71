import type { RedactingStream, Redactor } from "../../ground/kernel/redactor.ts";
import { MAX_OUTPUT, withoutMiddle } from "./cut.ts";
import type { OpenTranscript } from "./open_transcript.ts";
import type { NewEntry } from "./schemas.ts";

/** The identity of a tool call, and its input. */
type ToolLine = {
  tool: string;
  summary: string;
  path?: string | undefined;
  /** Distinguishes concurrent calls. */
  call?: string | undefined;
};

/** How a tool call ended. `output` and `diff` are complete; they are shortened here. */
type ToolEnd = ToolLine & {
  failed: boolean;
  output?: string | undefined;
  diff?: string | undefined;
  exitCode?: number | undefined;
};

type Kind = "words" | "thought";

/** Receives what a worker reports, in order, removes secrets, and writes it to a transcript. */
export class TranscriptRecorder {
  readonly #calls: { call: string | undefined; tool: string; n: number }[] = [];
  #speaking: { kind: Kind; clean: RedactingStream } | null = null;

  constructor(readonly transcript: OpenTranscript, readonly redactor: Redactor) {}

  /** The instructions of the worker. */
  guidance(text: string): void {
    if (text !== "") this.#add({ kind: "told", text: this.redactor.text(text) });
  }

  /** What it says or thinks, as it arrives. */
  say(text: string, kind: Kind): void {
    if (this.#speaking?.kind !== kind) this.#endWords();
    this.#speaking ??= { kind, clean: this.redactor.stream() };
    const clean = this.#speaking.clean.push(text);
    if (clean !== "") this.transcript.say(clean, kind);
  }

  toolStarted({ tool, summary, path, call }: ToolLine): void {
    const text = this.redactor.text(summary);
    const named = this.redactor.data({ name: tool, ...(path && { path }) });
    const n = this.#add({ kind: "tool", text, tool: { ...named, status: "running" } });
    if (n !== null) this.#calls.push({ call, tool, n });
  }

  /** What the current command prints. */
  printed(text: string): void {
    const open = this.#calls.at(-1);
    const { output = "" } = open ? this.transcript.entries[open.n]!.tool! : {};
    // What exceeds it is known when the tool has ended.
    if (open && output.length < MAX_OUTPUT) this.transcript.print(open.n, text.slice(0, MAX_OUTPUT));
  }

  toolEnded({ tool, summary, path, call, failed, output, diff, exitCode }: ToolEnd): void {
    const find = () =>
      this.#calls.findLastIndex((open) => call === undefined ? open.tool === tool : open.call === call);
    if (find() < 0) this.toolStarted({ tool, summary, path, call });
    const at = find();
    if (at < 0) return; // the transcript is full
    const [open] = this.#calls.splice(at, 1);
    const before = this.transcript.entries[open!.n]!;
    const given = output === undefined ? before.tool!.output : this.redactor.text(output);
    this.transcript.setTool(open!.n, {
      ...before.tool!,
      status: failed ? "failed" : "completed",
      endedAt: this.transcript.now().toISOString(),
      ...(path && { path: this.redactor.facts(path) }),
      ...(exitCode !== undefined && { exitCode }),
      ...(given && { output: withoutMiddle(given) }),
      ...(diff && { diff: withoutMiddle(this.redactor.text(diff)) }),
    }, this.redactor.text(summary));
  }

  /** Adds what the log has about the session. */
  fact(entry: NewEntry): void {
    this.#add(entry);
  }

  /** Ends the transcript: what is still in progress counts as interrupted. */
  finish(): void {
    this.#endWords();
    for (const { n } of this.#calls.splice(0)) {
      const { tool, text } = this.transcript.entries[n]!;
      this.transcript.setTool(n, { ...tool!, status: "interrupted" }, text);
    }
  }

  #add(entry: NewEntry): number | null {
    this.#endWords();
    return this.transcript.add(entry);
  }

  #endWords(): void {
    if (!this.#speaking) return;
    const { kind, clean } = this.#speaking;
    this.#speaking = null;
    const rest = clean.finish();
    if (rest !== "") this.transcript.say(rest, kind);
    this.transcript.endWords();
  }
}
