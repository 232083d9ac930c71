import type { ConversationFileRow } from "../../../store/coordinator/files_view.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { readStored } from "../../ground/material/read.ts";
import type { ArtifactPartQuery } from "../../control/runs/artifact_schemas.ts";
import { partOf, readArtifact } from "../../control/runs/artifacts.ts";
import { requireConversation } from "./read_model.ts";
import type { ConversationArtifact } from "./record_schemas.ts";

/**
 * Returns one artifact of a conversation: an attachment or research asset by its own path, the output of one of its
 * runs by `runs/<run id>/<path>`. Checks its hash.
 */
export async function conversationArtifact(
  ctx: Ctx,
  conversationId: string,
  { path, offset }: ArtifactPartQuery,
): Promise<ConversationArtifact> {
  requireConversation(ctx, conversationId);
  const ofRun = /^runs\/([^/]+)\/(.+)$/s.exec(path);
  if (ofRun) return await runArtifact(ctx, conversationId, { runId: ofRun[1]!, path: ofRun[2]!, offset });
  const row = ctx.store.projector.tables.get<ConversationFileRow>(
    "select * from {conversation_files} where conversation_id = ? and path = ?",
    conversationId,
    path,
  );
  if (!row) throw new NotFoundError(`artifact of the conversation ${conversationId}`, path);
  const bytes = await readStored(ctx, row.sha256);
  return {
    id: row.path.slice(row.path.indexOf("/") + 1),
    conversationId,
    runId: row.run_id,
    taskSessionId: null,
    path,
    purpose: row.purpose,
    previewType: row.preview_type,
    label: row.label,
    summary: row.summary,
    mediaType: row.media_type,
    size: row.size,
    sha256: row.sha256,
    createdAt: row.created_at,
    ...partOf(bytes, row.preview_type, offset),
  };
}

async function runArtifact(
  ctx: Ctx,
  conversationId: string,
  { runId, path, offset }: ArtifactPartQuery & { runId: string },
): Promise<ConversationArtifact> {
  if (ctx.store.documents.get(runStream, runId)?.conversationId !== conversationId) {
    throw new NotFoundError(`run of the conversation ${conversationId}`, runId);
  }
  const artifact = await readArtifact(ctx, runId, { path, offset });
  return { ...artifact, conversationId, path: `runs/${runId}/${path}` };
}
