import { storeDomain } from "../domain.ts";
import { automationDueView } from "./due_view.ts";
import { automationFiresView } from "./fires_view.ts";
import { automationNotices } from "./notices.ts";
import { automationRunsView } from "./runs_view.ts";
import { automationSentences } from "./sentences.ts";
import { automationStream } from "./stream.ts";

/** What the store holds of automations. */
export const automations = storeDomain({
  streams: [automationStream],
  views: [automationFiresView, automationDueView, automationRunsView],
  sentences: automationSentences,
  notices: [automationNotices],
});
