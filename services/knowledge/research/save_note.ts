import { researchNoteStream } from "../../../store/research/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { firstLine } from "../../ground/kernel/words.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { researchSubjectOf } from "./subject_of.ts";
import type { ResearchNote, SaveResearchNoteInput } from "./schemas.ts";

/** Saves a note for a run. Its content becomes an artifact of the run, related to what it is about. */
export function saveResearchNote(
  ctx: Ctx,
  runId: string,
  { about: subject, ...input }: SaveResearchNoteInput,
): ResearchNote {
  const run = requireRun(ctx, runId);
  const about = subject === undefined ? {} : { about: researchSubjectOf(ctx, runId, subject) };
  const id = ctx.newId("note");
  const path = `research/${id}.md`;
  const content = ctx.artifacts.writeSync(new TextEncoder().encode(input.content));
  ctx.write(() => {
    recordArtifact(ctx, contextOf(run), content, {
      path,
      purpose: "research",
      previewType: "markdown",
      label: (input.title ?? firstLine(input.content)).slice(0, 200),
      summary: input.sourceUrl ?? "",
      mediaType: "text/markdown",
      ...about,
    });
    const data = { ...input, contentSha256: content.sha256, path, ...about };
    record(ctx, researchNoteStream, id, [{ type: "research.note_saved", data }], contextOf(run));
  });
  return ctx.store.documents.get(researchNoteStream, id)!;
}
