import { transcriptionStream } from "../../../store/audio/transcription_stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { readMaterial } from "../../ground/material/read.ts";
import { decodeAudio } from "./decode/decode.ts";
import { AUDIO_LIMITS } from "./decode/limits.ts";
import { isKept } from "./read_model.ts";
import type { AudioSessionDetails } from "./session_schemas.ts";
import { workDirectory } from "./work_directory.ts";

/** Returns a part of a recording as WAV, which every browser plays, whatever the original format. */
export async function readClip(
  ctx: Ctx,
  sessionId: string,
  id: string,
  { clipFromMs = 0, clipToMs }: { clipFromMs?: number | undefined; clipToMs?: number | undefined },
): Promise<NonNullable<AudioSessionDetails["clip"]>> {
  const transcription = ctx.store.documents.get(transcriptionStream, id);
  if (transcription?.sessionId !== sessionId) throw new NotFoundError("transcription in this session", id);
  if (!transcription.audio || !isKept(ctx, transcription)) {
    throw new InvalidError("The recording was erased or never stored, so there is nothing to play.");
  }
  const endMs = clipToMs ?? clipFromMs + AUDIO_LIMITS.clipMs;
  if (endMs <= clipFromMs || endMs - clipFromMs > AUDIO_LIMITS.clipMs) {
    throw new InvalidError(
      `clipFromMs is ${clipFromMs} and clipToMs ${endMs}. A clip must end after it starts and last at most ${AUDIO_LIMITS.clipMs} ms.`,
    );
  }
  const bytes = await readMaterial(ctx, transcription.audio.materialId);
  await using work = await workDirectory(ctx.config.storageDirectory);
  const path = `${work.directory}/clip.wav`;
  {
    using file = await Deno.open(path, { createNew: true, write: true });
    await decodeAudio(bytes, file, { fromMs: clipFromMs, toMs: endMs });
  }
  const wav = await Deno.readFile(path);
  const contentBase64 = wav.toBase64();
  return { transcriptionId: id, startMs: clipFromMs, endMs, mediaType: "audio/wav", contentBase64 };
}
