import type { Ctx } from "../../ground/kernel/context.ts";
import { firstLine } from "../../ground/kernel/words.ts";
import { logTail } from "../system/log_tail.ts";
import type { SearchHit } from "./schemas.ts";

/** Returns the newest lines of the service's logs that contain every word. */
export function findLines(ctx: Ctx, query: string, limit: number): SearchHit[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  const lines = (["stdout", "stderr"] as const).flatMap((stream) =>
    logTail(ctx, stream).lines.map(({ id, text }) => ({ id: `${stream}_${id}`, stream, text }))
  );
  return lines.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    .toSorted((a, b) => (a.text < b.text ? 1 : -1)).slice(0, limit)
    .map(({ id, stream, text }) => {
      const [at = "", line = ""] = cut(text);
      return {
        id,
        kind: "log" as const,
        title: stream === "stderr" ? "Log of errors" : "Log",
        snippet: firstLine(ctx.redactor.text(line)),
        subject: null,
        part: stream,
        runId: null,
        runNumber: null,
        runStatus: null,
        runTitle: null,
        conversationId: null,
        at,
      };
    });
}

/** Splits a log line into its time and the rest. */
function cut(line: string): [at: string, rest: string] {
  const space = line.indexOf(" ");
  return [line.slice(0, space), line.slice(space + 1)];
}
