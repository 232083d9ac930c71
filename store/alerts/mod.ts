import { storeDomain } from "../domain.ts";
import { alertSentences } from "./sentences.ts";
import { alertHookStream } from "./stream.ts";

/** What the store holds of alerts. */
export const alerts = storeDomain({ streams: [alertHookStream], views: [], sentences: alertSentences });
