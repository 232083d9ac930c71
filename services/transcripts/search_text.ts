import type { Core } from "../kernel/context.ts";
import { keptText } from "../runs/artifact_text.ts";
import type { TranscriptEntry } from "./schemas.ts";

/**
 * What of a transcript the search finds, without secrets: what was said and which tools were called, then what those gave, which
 * is what is left out of a long one. What the worker was told is found as a request or as a remark.
 */
export function searchTextOf(
  core: Pick<Core, "redactor">,
  entries: readonly TranscriptEntry[],
): { text?: string } {
  const own = entries.filter(({ kind }) => kind !== "told");
  const said = own.flatMap((
    { text, tool, steps },
  ) => [text, tool?.path, ...(steps ?? []).map(({ content }) => content)]);
  const given = own.flatMap(({ tool }) => [tool?.diff, tool?.output]);
  const text = [...said, ...given].filter((part) => part !== undefined && part !== "").join("\n");
  return text === "" ? {} : keptText(core, { text });
}
