import { audioSessionStream } from "../../../store/audio/session_stream.ts";
import type { TranscriptionDocument } from "../../../store/audio/document.ts";
import { transcriptionStream } from "../../../store/audio/transcription_stream.ts";
import { sha256 } from "../../../store/chain.ts";
import type { NewEvent } from "../../../store/stream.ts";
import { carryOut } from "../../ground/effects/carry_out.ts";
import type { Attempt } from "../../ground/effects/effect.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { keepMaterial } from "../../ground/material/keep.ts";
import { readMaterial } from "../../ground/material/read.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { decodeAudio } from "./decode/decode.ts";
import { confineEngine } from "./engine/confine_engine.ts";
import { findEngine } from "./engine/find_engine.ts";
import { runEngine } from "./engine/run_engine.ts";
import { eraseParts } from "./erase_recordings.ts";
import { AUDIO_LIMITS, engineTimeout } from "./decode/limits.ts";
import { Failed, recordFailure, recordTranscript, type Transcribed } from "./record_end.ts";
import { NO_ENGINE } from "./transcribe.ts";
import { markDoubt } from "./transcript/doubt.ts";
import { parseTranscript } from "./transcript/parse_transcript.ts";
import { qualityOf } from "./transcript/quality.ts";
import { textOf } from "./transcript_of.ts";
import { isWaiting } from "./read_model.ts";
import { partsOf } from "./upload.ts";
import { workDirectory } from "./work_directory.ts";
import { mapTuple } from "../../../store/shared/tuples.ts";

type JobCtx = Ctx<SandboxLive>;
type Facts = NewEvent<(typeof transcriptionStream)["events"]>[];

/**
 * Turns one recording into text: joins its parts, decodes it, runs the program, reads its output. If the service ends
 * meanwhile, it starts again. A failure is recorded and never removes the recording.
 */
export async function transcribe(ctx: JobCtx, id: string, attempt: Attempt): Promise<void> {
  const { signal } = attempt;
  let failed: Failed | ServiceError;
  await carryOut<"transcription", Transcribed>({
    kind: "transcription",
    progress: "intended",
    perform: async () => {
      try {
        if (current(ctx, id).attempts >= AUDIO_LIMITS.attempts) {
          throw new Failed("The service ended three times while it was transcribed.");
        }
        return { kind: "done", result: await perform(ctx, id, signal) };
      } catch (cause) {
        if (!(cause instanceof Failed) && !(cause instanceof ServiceError)) throw cause;
        failed = cause;
        return { kind: "refused", detail: cause.message };
      }
    },
    record: (outcome) =>
      outcome.kind === "done"
        ? recordTranscript(ctx, id, outcome.result, signal)
        : recordFailure(ctx, id, failed),
  }, attempt).catch((cause) => {
    if (!signal.aborted) throw cause; // otherwise the service is ending, or the recording was erased
  });
}

async function perform(ctx: JobCtx, id: string, signal: AbortSignal): Promise<Transcribed> {
  const { materialId } = await wholeRecording(ctx, id);
  const { command } = ctx.config.transcription;
  if (command === null) throw new Failed(NO_ENGINE, { unavailable: true });
  const engine = await findEngine(command, ctx.config.storageDirectory);
  if (engine === null) {
    const error = `The program ${command[0]} of AGENT_HARNESS_TRANSCRIBE_COMMAND is not installed.`;
    throw new Failed(error, { unavailable: true });
  }
  await using work = await workDirectory(ctx.config.storageDirectory);
  const [input, directory, temporary] = mapTuple(
    ["input.wav", "out", "tmp"],
    (name) => `${work.directory}/${name}`,
  );
  for (const place of [directory, temporary]) await Deno.mkdir(place, { mode: 0o700 });
  const { spans, ...format } = await decode(await readMaterial(ctx, materialId), input, signal);
  const hold = await confineEngine(ctx, engine, { input, directory, temporary });
  if ("refusal" in hold) throw new Failed(hold.refusal, { unavailable: true });
  const { language, attempts } = current(ctx, id);
  const started = { ...engine.facts, confinement: hold.confinement.detail };
  await append(ctx, id, [
    { type: "audio.decoded", data: format },
    { type: "audio.transcription_started", data: { attempt: attempts + 1, engine: started } },
  ]);
  const result = await runEngine(ctx, {
    ...hold,
    engine,
    input,
    directory,
    language,
    timeoutMilliseconds: engineTimeout(format.durationMs, ctx.config.transcription.maxSeconds),
    signal,
  });
  signal.throwIfAborted();
  if ("problem" in result) {
    throw new Failed(`${engine.facts.name} failed. ${result.problem}`, { output: result.output });
  }
  const heard = { durationMs: format.durationMs, spans };
  const segments = markDoubt(await parseTranscript(result.text, "engine", signal), heard);
  const text = textOf(segments);
  const textBytes = new TextEncoder().encode(text).length;
  if (textBytes > AUDIO_LIMITS.textBytes) {
    throw new Failed(
      `${engine.facts.name} produced ${textBytes} bytes of text. The limit is ${AUDIO_LIMITS.textBytes}.`,
    );
  }
  const quality = qualityOf(segments, heard);
  return {
    text,
    segments,
    facts: { textSha256: sha256(text), textBytes, segments: segments.length, quality },
  };
}

/** Returns the recording as one file. Its parts are removed once that exists, even if a service ended in between. */
async function wholeRecording(ctx: JobCtx, id: string): Promise<{ materialId: string }> {
  const { audio, upload, sessionId } = current(ctx, id);
  if (audio && !upload) return audio;
  const kept = audio ?? await assemble(ctx, id, sessionId);
  await eraseParts(ctx, id);
  return kept;
}

async function assemble(ctx: JobCtx, id: string, sessionId: string) {
  const parts = partsOf(ctx, id);
  if (parts.length === 0) throw new Failed("No part of the recording has arrived.");
  const content = async function* () {
    for (const { material_id } of parts) yield await readMaterial(ctx, material_id);
  };
  const { id: materialId, sha256, size } = await keepMaterial(ctx, {
    content: content(),
    owner: { kind: "stream", id: `audio_session/${sessionId}` },
    until: ctx.store.documents.get(audioSessionStream, sessionId)!.eraseAt,
  });
  const data = { materialId, sha256, bytes: size };
  await append(ctx, id, [{ type: "audio.assembled", data }]);
  return data;
}

async function decode(bytes: Uint8Array, path: string, signal: AbortSignal) {
  using file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  return await decodeAudio(bytes, file, undefined, signal);
}

/** Records nothing of a transcription that was stopped, because its recording was erased. */
const append = (ctx: JobCtx, id: string, facts: Facts) =>
  ctx.store.commit(() => {
    if (isWaiting(current(ctx, id))) record(ctx, transcriptionStream, id, facts);
  });

const current = (ctx: JobCtx, id: string): TranscriptionDocument =>
  ctx.store.documents.get(transcriptionStream, id)!;
