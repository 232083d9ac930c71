import { storeDomain } from "../domain.ts";
import { notificationSentences } from "./sentences.ts";
import { notificationStream } from "./stream.ts";

/** What the store holds of notifications. */
export const notifications = storeDomain({
  streams: [notificationStream],
  views: [],
  sentences: notificationSentences,
});
