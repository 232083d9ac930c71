import { approvalStream } from "./approvals/stream.ts";
import type { Registry } from "./projector.ts";
import { processStream } from "./processes/stream.ts";
import { commandPermissionStream, repositoryStream } from "./repositories/stream.ts";
import { researchAssetStream, researchNoteStream } from "./research/stream.ts";
import { runArtifactsView } from "./runs/artifacts_view.ts";
import { runEvaluationsView } from "./runs/evaluations_view.ts";
import { runStream } from "./runs/stream.ts";
import type { AnyStream } from "./stream.ts";
import { systemStream } from "./system/stream.ts";
import { guidanceView } from "./task_sessions/guidance_view.ts";
import { taskSessionStream } from "./task_sessions/stream.ts";

const streams: AnyStream[] = [
  approvalStream,
  commandPermissionStream,
  processStream,
  repositoryStream,
  researchAssetStream,
  researchNoteStream,
  runStream,
  systemStream,
  taskSessionStream,
];

/** Every stream and view of the service, by kind. */
export const registry: Registry = Object.freeze({
  streams: Object.freeze(Object.fromEntries(streams.map((stream) => [stream.kind, stream]))),
  views: Object.freeze([runArtifactsView, runEvaluationsView, guidanceView]),
});
