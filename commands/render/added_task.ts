import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { shellWord } from "../../client/shell_word.ts";
import { keptAsText } from "../../client/quick_add.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { renderValue } from "./value.ts";

type Added = Result<Api["POST /planner/tasks"]>;

/** Returns the lines for a new task: with words, what was understood in them and the command that keeps them as text. */
export function addedTaskLines(task: Added, columns: number | null): string[] {
  const { id, title, parsed } = task;
  if (parsed === undefined) return renderValue(task, columns);
  const lines = [`Added ${paint.bold(oneLine(title))}  ${paint.dim(id)}`];
  if (parsed.length === 0) return [...lines, "No date or tag was found in the words."];
  // A list cannot be emptied with a flag.
  const flags = Object.entries(keptAsText(task)).filter(([, value]) => !Array.isArray(value)).map((
    [field, value],
  ) => `--${field === "estimateMinutes" ? "estimate-minutes" : field} ${shellWord(String(value))}`);
  return [
    ...lines,
    ...parsed.map(({ text, as }) => `  "${oneLine(text)}": ${oneLine(as)}`),
    paint.dim(`To keep the words as text: agent-harness planner update ${id} ${flags.join(" ")}`),
  ];
}
