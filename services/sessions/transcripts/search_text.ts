import type { Core } from "../../ground/kernel/context.ts";
import { keptText } from "../../control/runs/artifact_text.ts";
import type { TranscriptEntry } from "./schemas.ts";

/**
 * Returns the searchable text of a transcript, without secrets: what was said and which tools were called, then their
 * output, which is omitted first from a long one. The worker's instructions are found as a request or a remark.
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
