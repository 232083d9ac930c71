import type { Ctx } from "../../ground/kernel/context.ts";
import { firstLine } from "../../../store/words.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";
import { requestOf, requireRun } from "../../control/runs/read_model.ts";
import { type TranscriptsLive, transcriptsOfSession } from "./live.ts";
import { entriesAsMarkdown, headingAsMarkdown } from "./markdown.ts";
import { entriesOfKept } from "./read.ts";

/** The longest export, in characters. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Returns all transcripts of a run as one Markdown file, in plan order. Throws what `readTranscript` throws. */
export async function exportTranscript(ctx: Ctx<TranscriptsLive>, runId: string) {
  const run = requireRun(ctx, runId);
  const parts = [headingAsMarkdown(1, firstLine(requestOf(ctx, run))), `Run ${run.id}, ${run.status}.\n`];
  let size = 0;
  for (const session of sessionsOf(ctx, runId)) {
    parts.push(headingAsMarkdown(2, session.title));
    const open = ctx.transcripts.of(session.id);
    const kept = transcriptsOfSession(ctx, session.id);
    const all = [
      ...kept.map((row) => ({
        title: `Attempt ${row.attempt}${row.interrupted ? ", interrupted (only what was on disk)" : ""}`,
        read: () => entriesOfKept(ctx, row),
      })),
      ...(open && !kept.some(({ number }) => number === open.number)
        ? [{ title: `Attempt ${open.attempt}, in progress`, read: () => open.entries }]
        : []),
    ];
    for (const { title, read } of all) {
      const text = entriesAsMarkdown(await read());
      size += text.length;
      if (size > MAX_CHARACTERS) {
        parts.push(
          "*The export ends here because it is too long. The rest is on the run's page.*\n",
        );
        return download(run.id, parts);
      }
      parts.push(headingAsMarkdown(3, title), text);
    }
  }
  return download(run.id, parts);
}

function download(runId: string, parts: readonly string[]) {
  const body = new TextEncoder().encode(parts.join("\n"));
  return { body, name: `${runId}-transcript.md`, size: body.length };
}
