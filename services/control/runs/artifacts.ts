import type { RunArtifactRow } from "../../../store/runs/artifacts_view.ts";
import type { ArtifactSubject } from "../../../store/runs/artifact_subject.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { ArtifactDamagedError } from "../../../store/artifacts.ts";
import { NotFoundError, UnavailableError } from "../../ground/kernel/errors.ts";
import type { Artifact, ArtifactEntry, ArtifactPartQuery } from "./artifact_schemas.ts";
import { type ArtifactText, keptText } from "./artifact_text.ts";
import { requireRun } from "./read_model.ts";

/** How much of the text of an artifact a JSON response has; the file has all of it. */
const PART_BYTES = 256 * 1024;

/** The description of an artifact, without its content. */
type ArtifactDescription = {
  path: string;
  purpose: string;
  previewType: "text" | "diff" | "json" | "markdown" | "binary";
  label: string;
  summary: string;
  mediaType: string;
  /** The round whose evaluation it belongs to: the evaluation itself, what it judged and the verifier's output. */
  round?: number;
  /** The task sessions whose work a patch of several contains. */
  taskSessionIds?: string[];
  about?: ArtifactSubject;
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

/** Returns what is recorded of all artifacts of a run, by path. */
export const artifactRows = (ctx: Ctx, runId: string): RunArtifactRow[] =>
  ctx.store.projector.tables.all<RunArtifactRow>(
    "select * from {run_artifacts} where run_id = ? order by path",
    runId,
  );

/** Returns a run's artifacts by path. */
export const artifactsOf = (ctx: Ctx, runId: string): ArtifactEntry[] =>
  artifactRows(ctx, runId).map(entryOf);

/** Returns the paths of a run's artifacts. Throws `NotFoundError` for an unknown run. */
export const artifactPaths = (ctx: Ctx, runId: string): string[] => {
  requireRun(ctx, runId);
  return artifactsOf(ctx, runId).map((artifact) => artifact.path);
};

/** Returns one artifact with the part of its text that begins at an offset; checks its hash. */
export async function readArtifact(
  ctx: Ctx,
  runId: string,
  { path, offset }: ArtifactPartQuery,
): Promise<Artifact> {
  const entry = requireArtifact(ctx, runId, path);
  const bytes = await contentOf(ctx, entry);
  return { ...entry, runId, ...partOf(bytes, entry.previewType, offset) };
}

/** Returns the part of a text that begins at an offset, and where the next one does; null for both if it is binary. */
export function partOf(
  bytes: Uint8Array,
  previewType: string,
  offset: number,
): Pick<Artifact, "content" | "truncated" | "next"> {
  if (previewType === "binary") return { content: null, truncated: false, next: null };
  const end = endOfCharacter(bytes, offset + PART_BYTES);
  const content = new TextDecoder("utf-8", { ignoreBOM: offset > 0 }).decode(bytes.subarray(offset, end));
  const truncated = end < bytes.length;
  return { content, truncated, next: truncated ? end : null };
}

/** Returns the last place up to `at` where no character of UTF-8 is cut; one has four bytes at most. */
function endOfCharacter(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length;
  const back = [0, 1, 2, 3].find((each) => (bytes[at - each]! & 0xc0) !== 0x80);
  return at - (back ?? 0);
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

/** Returns an artifact as every list shows it. */
export function entryOf(row: RunArtifactRow): ArtifactEntry {
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
