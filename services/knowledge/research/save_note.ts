import { researchNoteStream } from "../../../store/research/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { firstLine } from "../../ground/kernel/words.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { artifactsOf, recordArtifact } from "../../control/runs/artifacts.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import type { ResearchNote, SaveResearchNoteInput } from "./schemas.ts";
import { approvalStream } from "../../../store/approvals/stream.ts";
import type { ArtifactSubject } from "../../../store/runs/artifact_subject.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { evaluationsOf } from "../../control/runs/evaluations.ts";

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

/** Returns what an id or a path names in a run. Throws `InvalidError` if that is nothing of it. */
function researchSubjectOf(ctx: Ctx, runId: string, named: string): ArtifactSubject {
  const { documents } = ctx.store;
  if (documents.get(approvalStream, named)?.runId === runId) return { kind: "approval", id: named };
  if (documents.get(taskSessionStream, named)?.runId === runId) return { kind: "task_session", id: named };
  if (evaluationsOf(ctx, runId).some(({ id }) => id === named)) return { kind: "evaluation", id: named };
  const artifact = artifactsOf(ctx, runId).find(({ id, path }) => id === named || path === named);
  if (artifact) return { kind: "artifact", id: artifact.path };
  throw new InvalidError(
    `"about": the run ${runId} has no approval, evaluation, task session or artifact "${named}". ` +
      `GET /runs/${runId}/artifact-index lists its artifacts.`,
  );
}
