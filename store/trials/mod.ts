import { storeDomain } from "../domain.ts";
import { trialSentences } from "./sentences.ts";
import { trialStream } from "./stream.ts";

/** What the store holds of trials. */
export const trials = storeDomain({ streams: [trialStream], views: [], sentences: trialSentences });
