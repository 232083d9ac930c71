import { audioSessionStream } from "../../../store/audio/session_stream.ts";
import { audioTextStream } from "../../../store/audio/text_stream.ts";
import { transcriptionStream } from "../../../store/audio/transcription_stream.ts";
import { erase, truncateLog } from "../../../store/erase.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { eraseRecordings } from "./erase_recordings.ts";
import { showDetails } from "./get.ts";
import type { AudioLive } from "./live.ts";
import { requireAudioSession, transcriptionsOf } from "./read_model.ts";
import type { AudioSessionDetails, EndAudioSessionInput } from "./session_schemas.ts";

/**
 * Ends a session and erases what is requested. Parts of a recording that arrived are transcribed unless they are
 * erased. Repeating it changes nothing; erasing is also possible later.
 */
export async function endAudioSession(
  ctx: Ctx<AudioLive>,
  id: string,
  { reason, erase: scope }: EndAudioSessionInput,
): Promise<AudioSessionDetails> {
  const session = requireAudioSession(ctx, id);
  await ctx.store.commit(() => {
    if (session.status === "created") {
      record(ctx, audioSessionStream, id, [{
        type: "audio.session_ended",
        data: { reason: reason ?? null },
      }]);
    }
    for (const each of transcriptionsOf(ctx, id)) {
      if (scope === "none" && each.phase === "receiving") {
        record(ctx, transcriptionStream, each.id, [{ type: "audio.upload_completed", data: {} }]);
      }
    }
  });
  if (scope === "none") ctx.audio.kick();
  else await eraseAll(ctx, id, scope);
  return showDetails(ctx, requireAudioSession(ctx, id));
}

async function eraseAll(ctx: Ctx<AudioLive>, id: string, scope: "audio" | "all"): Promise<void> {
  await ctx.store.commit(() => {
    for (const each of transcriptionsOf(ctx, id)) {
      if (!["receiving", "queued", "running"].includes(each.phase)) continue;
      const data = { unavailable: false, error: "It was stopped, because its recording was erased." };
      record(ctx, transcriptionStream, each.id, [{ type: "audio.transcription_failed", data }]);
    }
  });
  await ctx.audio.cancel(id);
  await eraseRecordings(ctx, id);
  await ctx.store.commit(() => {
    const { erased } = requireAudioSession(ctx, id);
    if (scope === "all" && ctx.store.documents.has(audioTextStream, id)) {
      const [tombstone] = record(ctx, audioTextStream, id, [{ type: "audio_text.deleted", data: {} }]);
      erase(ctx.store, { stream: `audio_text/${id}` }, tombstone!.seq);
    }
    if (erased === scope || erased === "all") return;
    record(ctx, audioSessionStream, id, [{ type: "audio.erased", data: { scope, reason: "asked" } }]);
  });
  await truncateLog(ctx.store);
}
