import { saveResearchAsset } from "../../services/knowledge/research/save_asset.ts";
import { saveResearchNote } from "../../services/knowledge/research/save_note.ts";
import { archiveRuns } from "../../services/control/runs/archive.ts";
import { artifactIndex } from "../../services/control/runs/artifact_index.ts";
import { artifactPaths, downloadArtifact, readArtifact } from "../../services/control/runs/artifacts.ts";
import { exportAudit } from "../../services/execution/run_views/audit.ts";
import { auditView } from "../../services/execution/run_views/audit_view.ts";
import { createCoordinatorRun } from "../../services/control/runs/create.ts";
import { createRun } from "../../services/control/runs/create_workflow_run.ts";
import { delegationPlan } from "../../services/execution/run_views/delegation_plan.ts";
import { deleteRun } from "../../services/execution/executor/delete.ts";
import { getRun } from "../../services/execution/run_views/get.ts";
import { raceOf } from "../../services/execution/run_views/race.ts";
import { getRunAt } from "../../services/execution/run_views/get_at.ts";
import { countRuns, listRuns } from "../../services/control/runs/list.ts";
import { enterRun } from "../../services/execution/executor/entering/enter.ts";
import { enteredTasks } from "../../services/execution/executor/entering/entered.ts";
import { handBack } from "../../services/execution/executor/entering/hand_back.ts";
import { requestMove } from "../../services/execution/executor/move.ts";
import { pickResult, undoPick } from "../../services/execution/executor/race/pick.ts";
import {
  requireContenders,
  requireContendersAgain,
} from "../../services/execution/executor/require_contenders.ts";
import { rebaseRun } from "../../services/execution/executor/rebase.ts";
import { stopFixing } from "../../services/execution/executor/stop_fixing.ts";
import { prepareUndo } from "../../services/execution/executor/undo/request.ts";
import { verifyAgain } from "../../services/execution/executor/verify_again.ts";
import { replayPacket } from "../../services/execution/run_views/replay_packet.ts";
import { reportRun } from "../../services/execution/run_views/report.ts";
import { unarchiveRun } from "../../services/control/runs/unarchive.ts";
import { putFirst } from "../../services/control/runs/put_first.ts";
import { retryRun } from "../../services/control/runs/retry.ts";
import { runTimeline } from "../../services/execution/run_views/timeline.ts";
import { runWorkspace } from "../../services/execution/run_views/workspace.ts";
import { moveCard } from "../../services/sessions/task_sessions/cards.ts";
import { listTaskSessions } from "../../services/sessions/task_sessions/list.ts";
import { exportTranscript } from "../../services/sessions/transcripts/export.ts";
import { made } from "../../services/ground/kernel/made.ts";
import { reasonOf } from "../../services/ground/kernel/schemas.ts";
import { domain } from "../domain.ts";
import { runs } from "./contract.ts";

export const runsDomain = domain(runs, {
  "POST /coordinator/runs": (ctx, { body }) => {
    requireContenders(ctx, body);
    return made(createCoordinatorRun(ctx, body));
  },
  "POST /runs": (ctx, { body }) => {
    requireContenders(ctx, body);
    return made(createRun(ctx, body));
  },
  "GET /runs": (ctx, { query }) => listRuns(ctx, query),
  "GET /runs/counts": (ctx, { query }) => countRuns(ctx, query),
  "POST /runs/archive": (ctx, { signal }) => archiveRuns(ctx, signal),
  "POST /runs/:id/delete": (ctx, { params }) => deleteRun(ctx, params.id),
  "POST /runs/:id/retry": (ctx, { params, body }) => {
    requireContendersAgain(ctx, params.id, body);
    return made(retryRun(ctx, params.id, body));
  },
  "GET /runs/:id": (ctx, { params, query: { at } }) =>
    at === undefined ? getRun(ctx, params.id) : getRunAt(ctx, params.id, at),
  "GET /runs/:id/race": (ctx, { params }) => raceOf(ctx, params.id),
  "GET /runs/:id/workspace": (ctx, { params }) => runWorkspace(ctx, params.id),
  "GET /runs/:id/artifact-index": (ctx, { params }) => artifactIndex(ctx, params.id),
  "GET /runs/:id/delegation-plan": (ctx, { params }) => delegationPlan(ctx, params.id),
  "GET /runs/:id/task-sessions": (ctx, { params }) => listTaskSessions(ctx, params.id),
  "POST /runs/:id/coordinator-report": (ctx, { params, body }) => made(reportRun(ctx, params.id, body)),
  "POST /runs/:id/pause": (ctx, { params }) => requestMove(ctx, params.id, "pause"),
  "POST /runs/:id/resume": (ctx, { params }) => requestMove(ctx, params.id, "resume"),
  "POST /runs/:id/cancel": (ctx, { params, body }) => requestMove(ctx, params.id, "cancel", reasonOf(body)),
  "POST /runs/:id/pick": (ctx, { params, body }) => pickResult(ctx, params.id, body),
  "POST /runs/:id/unpick": (ctx, { params }) => undoPick(ctx, params.id),
  "POST /runs/:id/rebase": (ctx, { params }) => rebaseRun(ctx, params.id),
  "POST /runs/:id/unarchive": (ctx, { params }) => unarchiveRun(ctx, params.id),
  "POST /runs/:id/next": (ctx, { params }) => putFirst(ctx, params.id),
  "POST /runs/:id/undo": { prepare: (ctx, { params }) => prepareUndo(ctx, params.id) },
  "POST /runs/:id/verify": (ctx, { params, body }) => verifyAgain(ctx, params.id, body),
  "POST /runs/:id/stop-fixing": (ctx, { params }) => stopFixing(ctx, params.id),
  "POST /runs/:id/enter": (ctx, { params, body }) => enterRun(ctx, params.id, body),
  "GET /runs/:id/entered": (ctx, { params }) => enteredTasks(ctx, params.id),
  "POST /runs/:id/hand-back": (ctx, { params, body }) => handBack(ctx, params.id, body),
  "POST /runs/:id/task-cards/:taskId/retry": (ctx, { params, body }) => moveCard(ctx, params, "retry", body),
  "POST /runs/:id/task-cards/:taskId/escalate": (ctx, { params, body }) =>
    moveCard(ctx, params, "escalate", body),
  "POST /runs/:id/task-cards/:taskId/block": (ctx, { params, body }) => moveCard(ctx, params, "block", body),
  "GET /runs/:id/timeline": (ctx, { params, query }) => runTimeline(ctx, params.id, query),
  "GET /runs/:id/audit": (ctx, { params }) => exportAudit(ctx, params.id),
  "GET /runs/:id/audit-view": (ctx, { params }) => auditView(ctx, params.id),
  "GET /runs/:id/replay-packet": (ctx, { params, query }) => replayPacket(ctx, params.id, query),
  "GET /runs/:id/artifacts": (ctx, { params }) => artifactPaths(ctx, params.id),
  "GET /runs/:id/artifact": (ctx, { params, query }) => readArtifact(ctx, params.id, query),
  "GET /runs/:id/artifact-file": (ctx, { params, query }) => downloadArtifact(ctx, params.id, query.path),
  "GET /runs/:id/transcript": (ctx, { params }) => exportTranscript(ctx, params.id),
  "POST /runs/:id/research-notes": (ctx, { params, body }) => made(saveResearchNote(ctx, params.id, body)),
  "POST /runs/:id/research-assets": (ctx, { params, body }) => made(saveResearchAsset(ctx, params.id, body)),
});
