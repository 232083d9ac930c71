import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { audioSessionEvents, audioTextEvents, transcriptionEvents } from "./events.ts";

/** What happens to audio. No sentence quotes what was said. */
export const audioSentences: SentencesFor<
  typeof audioSessionEvents & typeof transcriptionEvents & typeof audioTextEvents
> = {
  "audio.session_created": ({ data, actor }) => `The ${actor} started the audio session "${data.title}".`,
  "audio.session_ended": ({ actor }) => `The ${actor} ended the audio session.`,
  "audio.erased": ({ data }) =>
    data.scope === "all"
      ? "The recordings of the audio session and everything that was said were erased."
      : `The recordings of the audio session were erased${WHY[data.reason]}.`,
  "audio.transcription_requested": ({ data, actor }) =>
    data.mode === "import"
      ? `The ${actor} imported a transcript.`
      : `The ${actor} requested a transcription.`,
  "audio.part_kept": ({ data }) => `Part ${data.index} of a recording was stored (${data.bytes} bytes).`,
  "audio.upload_completed": () => "A recording is complete.",
  "audio.assembled": ({ data }) => `The parts were joined into a recording of ${data.bytes} bytes.`,
  "audio.decoded": ({ data }) =>
    `A recording of ${(data.durationMs / 1000).toFixed(1)} s was decoded (${data.mediaType}).`,
  "audio.transcription_started": ({ data }) =>
    `${data.engine.name} started to transcribe, attempt ${data.attempt}.`,
  "audio.transcription_completed": ({ data }) =>
    `A transcription was completed with ${counted(data.segments, "segment")}.`,
  "audio.transcription_failed": ({ data }) => `A transcription failed. ${data.error}`,
  "audio_text.events_appended": ({ data }) =>
    `${counted(data.events.length, "event")} of live audio received.`,
  "audio_text.transcript_stored": () => "The words of a transcript were stored.",
  "audio_text.engine_said": () => "The last output of the failed transcription program was stored.",
  "audio_text.deleted": () => "Everything that was said in an audio session was erased.",
};

const WHY = { asked: "", transcribed: " after they were transcribed" };
