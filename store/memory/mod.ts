import { storeDomain } from "../domain.ts";
import { memoryCandidateStream } from "./candidate_stream.ts";
import { memoryMaintenanceStream, memoryReviewStream, memoryUseStream } from "./housekeeping_streams.ts";
import { memorySentences } from "./sentences.ts";
import { memorySignalsView } from "./signals_view.ts";
import { memoryRecordStream } from "./stream.ts";
import { memoryView } from "./view.ts";
import { memoryTexts } from "./texts.ts";

/** What the store holds of memory. */
export const memory = storeDomain({
  streams: [
    memoryCandidateStream,
    memoryMaintenanceStream,
    memoryRecordStream,
    memoryReviewStream,
    memoryUseStream,
  ],
  views: [memorySignalsView, memoryView],
  sentences: memorySentences,
  texts: [memoryTexts],
});
