import type { StoredEvent } from "../event.ts";
import { addWords, keepText } from "../search/texts.ts";
import { on, type Tables } from "../view.ts";
import { runStream } from "./stream.ts";

/** The searchable text of a run: its request, its reports, and the text of what it produced. */
export const runTexts = on(runStream, {
  "run.created": (tables, event) =>
    keepText(tables, event, {
      kind: "run",
      title: event.data.request,
      words: event.data.request,
      context: event.data.repoPath,
    }),
  "run.completed": explained,
  "run.failed": explained,
  "run.cancelled": explained,
  "run.reported": (tables, event) =>
    keepText(tables, event, { kind: "summary", title: "Report", words: event.data.summary }),
  "artifact.created": (tables, event) => {
    const { previewType, label, path, sha256, text, changes } = event.data;
    if (text === undefined) return;
    keepText(tables, event, {
      kind: previewType === "diff" ? "diff" : "artifact",
      title: label,
      words: text,
      part: path,
      paths: changes,
      sha256,
    });
  },
});

/** Lists find a run that ended by the reason. */
function explained(
  tables: Tables,
  event: StoredEvent<string, { reason?: string; detail?: string | undefined }>,
): void {
  const { reason = "", detail = "" } = event.data;
  addWords(tables, event, "run", `${reason} ${detail}`.trim());
}
