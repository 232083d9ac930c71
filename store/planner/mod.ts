import { storeDomain } from "../domain.ts";
import { modelLabelsView } from "./model_labels_view.ts";
import { plannerActionStream } from "./action_stream.ts";
import { plannerDraftStream } from "./draft_stream.ts";
import { plannerSentences } from "./sentences.ts";
import { plannerSettingsStream } from "./settings_stream.ts";
import { plannerSourceStream } from "./source_stream.ts";
import { plannerSuppressionStream } from "./suppression_stream.ts";
import { plannerView } from "./view.ts";

/** What the store holds of the planner. */
export const planner = storeDomain({
  streams: [
    plannerSettingsStream,
    plannerSourceStream,
    plannerSuppressionStream,
    plannerActionStream,
    plannerDraftStream,
  ],
  views: [plannerView, modelLabelsView],
  sentences: plannerSentences,
});
