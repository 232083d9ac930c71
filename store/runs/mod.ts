import { storeDomain } from "../domain.ts";
import { runArtifactsView } from "./artifacts_view.ts";
import { baseChecksView } from "./base_checks_view.ts";
import { runEvaluationsView } from "./evaluations_view.ts";
import { runLevelsView } from "./levels_view.ts";
import { runListView } from "./list_view.ts";
import { runNotices } from "./notices.ts";
import { runProgressView } from "./progress_view.ts";
import { runSentences } from "./sentences.ts";
import { runStream } from "./stream.ts";
import { runTrendsView } from "./trends_view.ts";
import { runTexts } from "./texts.ts";
import { workflowRunsView } from "./workflow_runs_view.ts";

/** What the store holds of runs. */
export const runs = storeDomain({
  streams: [runStream],
  views: [
    runArtifactsView,
    runEvaluationsView,
    baseChecksView,
    runProgressView,
    runListView,
    runTrendsView,
    runLevelsView,
    workflowRunsView,
  ],
  sentences: runSentences,
  notices: [runNotices],
  texts: [runTexts],
});
