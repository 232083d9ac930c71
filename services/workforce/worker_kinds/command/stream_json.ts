import { diffOf } from "../../worker_tools/file_change.ts";
import type { WorkerTask } from "../../workers/worker.ts";
import { recordOf } from "../../../../store/shared/records.ts";

/** A longer line counts as text, whatever it contains. */
const MAX_LINE = 1024 * 1024;

/** Later tool calls are not distinguished. */
const MAX_CALLS = 1000;

type Part = Record<string, unknown>;

/**
 * Interprets a program's output. Lines of Claude Code's `--output-format stream-json`, which other programs write too, become
 * words, thoughts and tools.
 */
export class ProgramOutput {
  readonly #calls = new Map<string, { tool: string; summary: string; diff?: string | undefined }>();
  /** The pieces of the line that has not ended: one text would be copied for each piece. */
  #begun: string[] = [];
  #length = 0;

  constructor(readonly task: Pick<WorkerTask, "stream" | "report">) {}

  /** Reads output as it arrives. */
  push(text: string): void {
    const [end = "", ...lines] = text.split("\n");
    this.#add(end);
    for (const line of lines) {
      this.#line(this.#take());
      this.#add(line);
    }
    // Only a line that may become JSON is buffered until it ends.
    if (this.#length > 0 && (!this.#begun[0]!.startsWith("{") || this.#length > MAX_LINE)) {
      this.task.stream(this.#take());
    }
  }

  /** Called when the program has ended. */
  finish(): void {
    if (this.#length > 0) this.#line(this.#take());
  }

  #add(piece: string): void {
    if (piece !== "") this.#begun.push(piece);
    this.#length += piece.length;
  }

  #take(): string {
    const line = this.#begun.join("");
    this.#begun = [];
    this.#length = 0;
    return line;
  }

  #line(line: string): void {
    const message = messageIn(line);
    if (message === null) return this.task.stream(`${line}\n`);
    for (const part of partsOf(message)) this.#part(part);
  }

  #part(part: Part): void {
    const { stream, report } = this.task;
    switch (part.type) {
      case "text":
        return stream(`${textOf(part.text)}\n`);
      case "thinking":
        return stream(`${textOf(part.thinking)}\n`, "thought");
      case "tool_use": {
        if (this.#calls.size >= MAX_CALLS) return;
        const [call, tool, input] = [textOf(part.id), textOf(part.name).slice(0, 100), recordOf(part.input)];
        const summary = summaryOf(tool, input);
        this.#calls.set(call, { tool, summary, diff: diffIn(input) });
        return report({ kind: "tool_started", tool, summary, call });
      }
      case "tool_result": {
        const call = textOf(part.tool_use_id);
        const known = this.#calls.get(call);
        if (!known) return;
        const { tool, summary, diff } = known;
        const kind = part.is_error === true ? "tool_failed" : "tool_completed";
        const shown = { output: outputOf(part.content), ...(diff !== undefined && { diff }) };
        return report({ kind, tool, summary, call, shown });
      }
    }
  }
}

/** Returns the message of a line; null for other lines. */
function messageIn(line: string): Part | null {
  if (!line.startsWith("{") || line.length > MAX_LINE) return null;
  try {
    const message = recordOf(JSON.parse(line));
    return ["system", "assistant", "user", "result"].includes(textOf(message.type)) ? message : null;
  } catch {
    return null;
  }
}

/** Returns the parts of a message; its last one repeats earlier text. */
const partsOf = (message: Part): Part[] => {
  const { content } = recordOf(message.message);
  return Array.isArray(content) ? content.map(recordOf) : [];
};

const textOf = (value: unknown): string => typeof value === "string" ? value : "";

function summaryOf(tool: string, input: Part): string {
  const about = ["command", "file_path", "path", "pattern", "query", "url", "description"]
    .map((name) => textOf(input[name])).find((text) => text !== "");
  return about === undefined ? tool : about.replaceAll(/\s+/g, " ").slice(0, 300);
}

/** Returns the diff of an edit, as far as its input contains it. */
function diffIn(input: Part): string | undefined {
  const path = textOf(input.file_path);
  if (path === "") return undefined;
  if (typeof input.new_string === "string") return diffOf(path, textOf(input.old_string), input.new_string);
  return typeof input.content === "string" ? diffOf(path, null, input.content) : undefined;
}

const outputOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
    ? content.map((part) => textOf(recordOf(part).text)).join("\n")
    : "";
