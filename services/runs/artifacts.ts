import type { RunArtifactRow } from "../../store/runs/artifacts_view.ts";
import { runStream } from "../../store/runs/stream.ts";
import { approvalStream } from "../../store/approvals/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { ArtifactDamagedError } from "../../store/artifacts.ts";
import { NotFoundError, UnavailableError } from "../kernel/errors.ts";
import type { Artifact, ArtifactEntry, ArtifactIndexSnapshot } from "./artifact_schemas.ts";
import { type ArtifactText, keptText } from "./artifact_text.ts";
import { evaluationsOf } from "./evaluations.ts";
import { requireRun } from "./read_model.ts";

/** Where the text of an artifact is cut in a JSON response; the file has all of it. */
const PREVIEW_BYTES = 256 * 1024;

/** The description of an artifact, without its content. */
export type ArtifactDescription = {
  path: string;
  purpose: string;
  previewType: "text" | "diff" | "json" | "markdown" | "binary";
  label: string;
  summary: string;
  mediaType: string;
  /** The round whose evaluation it belongs to: the evaluation itself, what it judged and the verifier's output. */
  round?: number;
};

/** Records, in the caller's unit, that stored content is an artifact of the run, with its searchable text. */
export function recordArtifact(
  ctx: Ctx,
  context: { runId: string; taskSessionId?: string; conversationId?: string },
  { sha256, size }: { sha256: string; size: number },
  description: ArtifactDescription,
  searched: ArtifactText = {},
): void {
  ctx.artifacts.recorded(sha256);
  record(
    ctx,
    runStream,
    context.runId,
    [{ type: "artifact.created", data: { ...description, sha256, size, ...keptText(ctx, searched) } }],
    context,
  );
}

/** Returns a run's artifacts by path. */
export function artifactsOf(ctx: Ctx, runId: string): ArtifactEntry[] {
  return ctx.store.projector.tables.all<RunArtifactRow>(
    "select * from {run_artifacts} where run_id = ? order by path limit 1000",
    runId,
  ).map(entryOf);
}

/** Returns the paths of a run's artifacts. Throws `NotFoundError` for an unknown run. */
export const artifactPaths = (ctx: Ctx, runId: string): string[] => {
  requireRun(ctx, runId);
  return artifactsOf(ctx, runId).map((artifact) => artifact.path);
};

/** Returns a run's artifacts with what they belong to. */
export function artifactIndex(ctx: Ctx, runId: string): ArtifactIndexSnapshot {
  requireRun(ctx, runId);
  const entries = artifactsOf(ctx, runId);
  const approvals = ctx.store.documents.find(approvalStream, { runId }, { limit: 1000 });
  const evaluations = evaluationsOf(ctx, runId);
  const items = entries.map((entry) => ({
    ...entry,
    producer: { runId, taskSessionId: entry.taskSessionId },
    relatedApprovals: approvals.filter((approval) =>
      approval.evidence.some((item) => item.sha256 === entry.sha256)
    )
      .map((approval) => approval.id),
    relatedEvaluations: evaluations.filter(({ outputSha256, round }) =>
      outputSha256 === entry.sha256 || round === entry.round
    ).map((evaluation) => evaluation.id),
  }));
  const purposes = [...new Set(entries.map((entry) => entry.purpose))].sort();
  return {
    runId,
    items: items.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0)),
    groups: purposes.map((purpose) => ({
      id: purpose,
      purpose,
      artifactIds: entries.filter((entry) => entry.purpose === purpose).map((entry) => entry.id),
    })),
    counts: { total: entries.length, bytes: entries.reduce((sum, entry) => sum + entry.size, 0) },
  };
}

/** Returns one artifact with its text, or the beginning of it; checks its hash. */
export async function readArtifact(ctx: Ctx, runId: string, path: string): Promise<Artifact> {
  const entry = requireArtifact(ctx, runId, path);
  const bytes = await contentOf(ctx, entry);
  return { ...entry, runId, ...previewOf(bytes, entry.previewType) };
}

/** Returns the text of an artifact, or the beginning of it; null if it is binary. */
export function previewOf(
  bytes: Uint8Array,
  previewType: string,
): { content: string | null; truncated: boolean } {
  if (previewType === "binary") return { content: null, truncated: false };
  const content = new TextDecoder().decode(bytes.subarray(0, PREVIEW_BYTES));
  return { content, truncated: bytes.length > PREVIEW_BYTES };
}

/** Returns the content of one artifact for download; checks its hash. */
export async function downloadArtifact(ctx: Ctx, runId: string, path: string) {
  const entry = requireArtifact(ctx, runId, path);
  const body = await contentOf(ctx, entry);
  return { body, name: path.split("/").at(-1)!, size: body.length };
}

/** Returns the content. Throws `UnavailableError` if its file was changed or removed from outside. */
async function contentOf(ctx: Ctx, { path, sha256 }: ArtifactEntry): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await ctx.artifacts.read(sha256);
  } catch (cause) {
    if (!(cause instanceof ArtifactDamagedError)) throw cause;
    throw new UnavailableError(
      `${path} cannot be shown. ${cause.message} Restore the file from a backup. To list all damaged files, run agent-harness doctor.`,
      { cause },
    );
  }
}

function requireArtifact(ctx: Ctx, runId: string, path: string): ArtifactEntry {
  requireRun(ctx, runId);
  const row = ctx.store.projector.tables.get<RunArtifactRow>(
    "select * from {run_artifacts} where run_id = ? and path = ?",
    runId,
    path,
  );
  if (!row) throw new NotFoundError(`artifact of the run ${runId}`, path);
  return entryOf(row);
}

function entryOf(row: RunArtifactRow): ArtifactEntry {
  return {
    id: `art_${row.sequence}`,
    path: row.path,
    purpose: row.purpose,
    previewType: row.preview_type,
    label: row.label,
    summary: row.summary,
    mediaType: row.media_type,
    size: row.size,
    sha256: row.sha256,
    taskSessionId: row.task_session_id,
    ...(row.round !== null && { round: row.round }),
    createdAt: row.created_at,
  };
}
