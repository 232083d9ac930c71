import { storeDomain } from "../domain.ts";
import { transcriptsView } from "./view.ts";

/** What the store holds of transcripts: a list. The events are those of task sessions. */
export const transcripts = storeDomain({ streams: [], views: [transcriptsView], sentences: {} });
