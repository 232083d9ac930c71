import { withArticle } from "../../ground/kernel/words.ts";
import { readAttachment } from "../coordinator/read_attachment.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { downloadArtifact } from "../../control/runs/artifacts.ts";
import { requireOpenSession } from "./read_model.ts";
import type { CreateTranscriptionInput } from "./transcription_schemas.ts";

type Named = Pick<CreateTranscriptionInput, "attachmentId" | "artifactPath">;

/**
 * Returns a recording that is already stored: an attachment of the session's conversation, or an artifact of its run.
 * Those of other conversations and runs cannot be named.
 */
export async function storedRecording(
  ctx: Ctx,
  sessionId: string,
  { attachmentId, artifactPath }: Named,
): Promise<{ name: string; bytes: Uint8Array }> {
  const { conversationId, runId } = requireOpenSession(ctx, sessionId);
  if (attachmentId !== undefined) {
    if (conversationId === null) throw new InvalidError(belongsTo(sessionId, "conversation", "attachmentId"));
    return await readAttachment(ctx, conversationId, attachmentId);
  }
  if (runId === null) throw new InvalidError(belongsTo(sessionId, "run", "artifactPath"));
  const { body, name } = await downloadArtifact(ctx, runId, artifactPath!);
  return { name, bytes: body };
}

const belongsTo = (sessionId: string, what: "conversation" | "run", field: string): string =>
  `The session ${sessionId} does not belong to ${
    withArticle(what)
  }, so "${field}" is not allowed. Create a session with "${what}Id".`;
