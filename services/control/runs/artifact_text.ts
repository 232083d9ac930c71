import { beginningOf, MAX_TEXT } from "../../../store/search/texts.ts";
import type { Core } from "../../ground/kernel/context.ts";

const MAX_CHANGES = 1000;

/** The searchable text of an artifact; empty for content that is not text. */
export type ArtifactText = { text?: string | Uint8Array; changes?: readonly string[] };

/** Returns the text as the log keeps it: its beginning, without secrets. */
export function keptText({ redactor }: Pick<Core, "redactor">, { text, changes }: ArtifactText) {
  if (text === undefined) return {};
  // A character takes at most four bytes.
  const beginning = beginningOf(
    typeof text === "string" ? text : new TextDecoder().decode(text.subarray(0, 4 * MAX_TEXT + 4)),
  );
  return {
    text: redactor.text(beginning.replaceAll("\0", "").toWellFormed()),
    ...(changes && changes.length > 0 && { changes: changes.slice(0, MAX_CHANGES) }),
  };
}
