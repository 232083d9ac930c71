import { approvalStream } from "./approvals/stream.ts";
import { backupStream } from "./backups/stream.ts";
import { conversationFilesView } from "./coordinator/files_view.ts";
import { conversationRecordsView } from "./coordinator/records_view.ts";
import { repositoryHistoryView } from "./coordinator/repository_history_view.ts";
import { conversationStream } from "./coordinator/stream.ts";
import { memoryCandidateStream } from "./memory/candidate_stream.ts";
import {
  memoryMaintenanceStream,
  memoryReviewStream,
  memoryUseStream,
} from "./memory/housekeeping_streams.ts";
import { memorySignalsView } from "./memory/signals_view.ts";
import { memoryRecordStream } from "./memory/stream.ts";
import { memoryView } from "./memory/view.ts";
import { budgetStream } from "./models/budget_stream.ts";
import { spendView } from "./models/spend_view.ts";
import { modelCallsView } from "./models/calls_view.ts";
import { modelCatalogView } from "./models/catalog_view.ts";
import { providerChecksView } from "./models/health_view.ts";
import { routingPolicyStream } from "./models/routing_policy_stream.ts";
import { providerStream } from "./models/provider_stream.ts";
import { notificationStream } from "./notifications/stream.ts";
import { notificationsView } from "./notifications/view.ts";
import type { Registry } from "./projector.ts";
import { processStream } from "./processes/stream.ts";
import { projectContextStream } from "./project_context/stream.ts";
import { projectContextTermsView } from "./project_context/terms_view.ts";
import { projectContextVersionsView } from "./project_context/versions_view.ts";
import { commandPermissionStream, repositoryStream } from "./repositories/stream.ts";
import { researchAssetStream, researchNoteStream } from "./research/stream.ts";
import { runArtifactsView } from "./runs/artifacts_view.ts";
import { runEvaluationsView } from "./runs/evaluations_view.ts";
import { runStream } from "./runs/stream.ts";
import { secretReceiptsView } from "./secrets/receipts_view.ts";
import { secretStream } from "./secrets/stream.ts";
import type { AnyStream } from "./stream.ts";
import { systemStream } from "./system/stream.ts";
import { guidanceView } from "./task_sessions/guidance_view.ts";
import { taskSessionStream } from "./task_sessions/stream.ts";

const streams: AnyStream[] = [
  approvalStream,
  budgetStream,
  backupStream,
  commandPermissionStream,
  conversationStream,
  memoryCandidateStream,
  memoryMaintenanceStream,
  memoryRecordStream,
  memoryReviewStream,
  memoryUseStream,
  notificationStream,
  processStream,
  projectContextStream,
  providerStream,
  repositoryStream,
  researchAssetStream,
  researchNoteStream,
  routingPolicyStream,
  runStream,
  secretStream,
  systemStream,
  taskSessionStream,
];

/** Every stream and view of the service, by kind. */
export const registry: Registry = Object.freeze({
  streams: Object.freeze(Object.fromEntries(streams.map((stream) => [stream.kind, stream]))),
  views: Object.freeze([
    runArtifactsView,
    runEvaluationsView,
    guidanceView,
    conversationFilesView,
    conversationRecordsView,
    repositoryHistoryView,
    memorySignalsView,
    memoryView,
    modelCallsView,
    modelCatalogView,
    providerChecksView,
    spendView,
    notificationsView,
    projectContextTermsView,
    projectContextVersionsView,
    secretReceiptsView,
  ]),
});
