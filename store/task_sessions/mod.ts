import { storeDomain } from "../domain.ts";
import { guidanceView } from "./guidance_view.ts";
import { taskSessionNotices } from "./notices.ts";
import { taskSessionSentences } from "./sentences.ts";
import { taskSessionStream } from "./stream.ts";
import { taskSessionTexts } from "./texts.ts";
import { waitsView } from "./waits_view.ts";

/** What the store holds of task sessions. */
export const taskSessions = storeDomain({
  streams: [taskSessionStream],
  views: [guidanceView, waitsView],
  sentences: taskSessionSentences,
  notices: [taskSessionNotices],
  texts: [taskSessionTexts],
});
