import { ellipsis } from "../../../client/words.ts";

/** A comment on a line of the patch. `line` is its number on its side. */
export type LineComment = {
  id: string;
  path: string;
  side: "before" | "after";
  line: number;
  quote: string;
  body: string;
};

/** The maximum length of a note. */
export const MAX_NOTE_LENGTH = 10_000;
/** The maximum length of the line that is quoted in a comment. */
export const MAX_QUOTE = 500;
const MAX_QUOTE_IN_NOTE = 160;

/** Returns all comments as one note for the worker: the general text, then each line with its comment. */
export function composeNote(general: string, comments: readonly LineComment[]): string {
  const sorted = comments.toSorted((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
  return [general.trim(), ...sorted.map(remark)].filter((part) => part !== "").join("\n\n");
}

function remark({ path, side, line, quote, body }: LineComment): string {
  const short = ellipsis(quote.trim(), MAX_QUOTE_IN_NOTE);
  const where = `${path}, line ${line}${side === "before" ? " (before the change)" : ""}`;
  return `${where}:\n${short === "" ? "" : `> ${short}\n`}${body.trim()}`;
}
