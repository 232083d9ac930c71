import { neutralise } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { TraceEvent } from "./types.ts";

/** Makes whole lines of what several streams write in parts. */
export type OutputLines = {
  /** Takes a part of a stream's text; gives the lines that it completes. */
  push: (text: string, stream: string) => string[];
  /** The line that a stream has begun, once an event says that what it was about is over. */
  rest: (event: Pick<TraceEvent, "type" | "taskSessionId">) => string[];
};

/** For a terminal: each line is told from those of events, and can do nothing to the terminal. */
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
