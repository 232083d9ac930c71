import type { Ctx } from "../../ground/kernel/context.ts";
import { eraseMaterial } from "../../ground/material/erase.ts";
import { transcriptionsOf } from "./read_model.ts";

/** Erases all recordings of a session, including parts. Resolves when their bytes are gone. */
export async function eraseRecordings(ctx: Ctx, sessionId: string): Promise<void> {
  for (const { id, upload } of transcriptionsOf(ctx, sessionId)) if (upload) await eraseParts(ctx, id);
  await eraseMaterial(ctx, { kind: "stream", id: `audio_session/${sessionId}` });
}

/** Erases the uploaded parts of a recording. */
export const eraseParts = (ctx: Ctx, transcriptionId: string): Promise<number> =>
  eraseMaterial(ctx, { kind: "stream", id: `audio_transcription/${transcriptionId}` });
