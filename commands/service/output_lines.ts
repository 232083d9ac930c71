import { neutralise } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { TraceEvent } from "./types.ts";

/** Assembles whole lines from the parts of several streams. */
type OutputLines = {
  /** Takes a part of a stream's text and returns the lines that it completes. */
  push: (text: string, stream: string) => string[];
  /** Returns the unfinished line of a stream, once an event ends its subject. */
  rest: (event: Pick<TraceEvent, "type" | "taskSessionId">) => string[];
};

/** Returns a line for a terminal, neutralised and distinct from the lines of events. */
export function outputLines(): OutputLines {
  const begun = new Map<string, string>();
  const shown = (line: string) => `${paint.dim("│")} ${neutralise(line)}`;
  return {
    push: (text, stream) => {
      const lines = ((begun.get(stream) ?? "") + text).split(/\r?\n/);
      begun.set(stream, lines.pop()!);
      return lines.map(shown);
    },
    rest: ({ type, taskSessionId }) => {
      if (!/^(?:tool|task_session|evaluation|run)\./.test(type)) return [];
      const stream = [...begun.keys()].find((name) =>
        taskSessionId ? name === `task_session/${taskSessionId}` : name.startsWith("run/")
      );
      const line = stream === undefined ? undefined : begun.get(stream);
      begun.delete(stream ?? "");
      return line ? [shown(line)] : [];
    },
  };
}
