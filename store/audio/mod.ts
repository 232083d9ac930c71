import { storeDomain } from "../domain.ts";
import { audioPartsView } from "./parts_view.ts";
import { audioSentences } from "./sentences.ts";
import { audioSessionStream } from "./session_stream.ts";
import { audioTextStream } from "./text_stream.ts";
import { audioTextView } from "./text_view.ts";
import { transcriptionStream } from "./transcription_stream.ts";

/** What the store holds of audio. */
export const audio = storeDomain({
  streams: [audioSessionStream, audioTextStream, transcriptionStream],
  views: [audioPartsView, audioTextView],
  sentences: audioSentences,
});
