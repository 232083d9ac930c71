import { storeDomain } from "../domain.ts";
import { workflowSentences } from "./sentences.ts";
import { workflowStream } from "./stream.ts";
import { workflowVersionsView } from "./versions_view.ts";

/** What the store holds of saved workflows. */
export const workflows = storeDomain({
  streams: [workflowStream],
  views: [workflowVersionsView],
  sentences: workflowSentences,
});
