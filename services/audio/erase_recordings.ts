import type { Ctx } from "../kernel/context.ts";
import { eraseMaterial } from "../material/erase.ts";
import { transcriptionsOf } from "./read_model.ts";

/** Erases all recordings of a session, parts of them included. Resolves when their bytes are gone. */
export async function eraseRecordings(ctx: Ctx, sessionId: string): Promise<void> {
  for (const { id, upload } of transcriptionsOf(ctx, sessionId)) if (upload) await eraseParts(ctx, id);
  await eraseMaterial(ctx, { kind: "stream", id: `audio_session/${sessionId}` });
}

/** Erases the parts in which a recording came. */
export const eraseParts = (ctx: Ctx, transcriptionId: string): Promise<number> =>
  eraseMaterial(ctx, { kind: "stream", id: `audio_transcription/${transcriptionId}` });
