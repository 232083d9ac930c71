import { ApiError } from "../../client/client.ts";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { neutralise, oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { ServiceClient } from "./connection.ts";
import type { TraceEvent } from "./types.ts";
import { recordOf } from "../../store/shared/records.ts";

type Page = Result<Api["GET /task-sessions/:id/transcript"]>;
type Entry = Page["entries"][number];

/** Events after which a part of a transcript is complete and can be printed. */
const TELLING =
  /^(?:tool\.(?:completed|failed)|model\.completed|task_session\.(?:plan_updated|transcript_kept))$/;

/** Returns the lines of a run's transcripts for a terminal, as its events arrive. */
export class TranscriptLines {
  /** The first entry of each transcript that has not been printed yet. */
  readonly #next = new Map<string, number>();
  #refused = false;

  constructor(readonly connection: ServiceClient) {}

  /** Returns whether a transcript shows more of an event than its own line. */
  covers({ type }: TraceEvent): boolean {
    return !this.#refused && type.startsWith("tool.");
  }

  /** Returns what an event completed and was not printed yet; nothing if the caller may not read transcripts. */
  async until({ type, taskSessionId, data }: TraceEvent): Promise<string[]> {
    if (this.#refused || !taskSessionId || !TELLING.test(type)) return [];
    const kept = type === "task_session.transcript_kept" ? Number(recordOf(data).number) : null;
    try {
      return await this.#read(taskSessionId, kept);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#refused ||= error.status === 403;
      return [];
    }
  }

  async #read(id: string, number: number | null): Promise<string[]> {
    const entries: Entry[] = [];
    let isOpen = false;
    for (let after = 0, more = true; more;) {
      const page: Page = await this.connection.call("GET /task-sessions/:id/transcript", {
        params: { id },
        query: { after, ...(number !== null && { number }) },
      });
      isOpen = page.transcripts.some((one) => one.number === page.number && one.state === "open");
      // A stored transcript is printed when the event says so.
      if (page.number === null || (number === null && !isOpen)) return [];
      number = page.number;
      for (const entry of page.entries) entries[entry.n] = entry;
      [after, more] = [page.cursor, page.more];
    }
    const key = `${id} ${number}`;
    const lines: string[] = [];
    for (let n = this.#next.get(key) ?? 0; n < entries.length; n++) {
      const entry = entries[n];
      const grows = isOpen &&
        (entry?.tool?.status === "running" || n === entries.length - 1 && isSpoken(entry));
      if (!entry || grows) break;
      lines.push(...linesOf(entry));
      this.#next.set(key, n + 1);
    }
    return lines;
  }
}

const isSpoken = (entry: Entry | undefined): boolean => entry?.kind === "words" || entry?.kind === "thought";

const MARKS = {
  running: "…",
  completed: paint.green("✓"),
  failed: paint.red("✗"),
  interrupted: paint.yellow("–"),
};

function linesOf({ kind, text, tool, steps }: Entry): string[] {
  switch (kind) {
    case "words":
      return neutralise(text).trim().split("\n").map((line) => `  ${line}`);
    case "thought":
      return neutralise(text).trim().split("\n").map((line) => paint.dim(`  ${line}`));
    case "tool": {
      const code = tool!.exitCode ? `, exit code ${tool!.exitCode}` : "";
      return [
        `  ${MARKS[tool!.status]} ${paint.cyan(oneLine(tool!.name))} ${oneLine(text)}${code}${
          counts(tool!.diff)
        }`,
      ];
    }
    case "plan":
      return steps!.map(({ content, status }) =>
        `  ${status === "completed" ? "☑" : status === "in_progress" ? "▸" : "☐"} ${oneLine(content)}`
      );
    case "note":
      return [paint.dim(`  ${oneLine(text)}`)];
    default:
      return []; // questions and decisions have their own lines
  }
}

function counts(diff: string | undefined): string {
  if (!diff) return "";
  const lines = diff.split("\n").filter((line) => !/^(?:---|\+\+\+)/.test(line));
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return paint.dim(` +${count("+")} −${count("-")}`);
}
