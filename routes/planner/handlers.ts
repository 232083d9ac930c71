import { createEvent } from "../../services/planning/planner_actions/create_event.ts";
import { executeAction } from "../../services/planning/planner_actions/carrying_out/execute.ts";
import { planAction } from "../../services/planning/planner_actions/plan.ts";
import { getArtifact, listArtifacts } from "../../services/planning/planner/artifacts/artifacts.ts";
import { askPlanner } from "../../services/planning/planner/ask/ask.ts";
import { streamAnswer } from "../../services/planning/planner/ask/stream.ts";
import { classifyArtifact } from "../../services/planning/planner/artifacts/classify_artifact.ts";
import { listConflicts } from "../../services/planning/planner/conflicts/list.ts";
import {
  suppressByArtifact,
  suppressConflict,
  unsuppressConflict,
} from "../../services/planning/planner/conflicts/suppress.ts";
import { setPlannerSettings } from "../../services/planning/planner/configure.ts";
import { deleteDrafts } from "../../services/planning/planner/waiting/drafts.ts";
import { sendDrafts } from "../../services/planning/planner_actions/drafts/send.ts";
import { getDraft, listDrafts } from "../../services/planning/planner_actions/drafts/shown.ts";
import { listMeetings, listTimeOff } from "../../services/planning/planner/artifacts/labelled.ts";
import { pendingCounts } from "../../services/planning/planner/pending.ts";
import { exportCalendar } from "../../services/planning/planner/export/export.ts";
import { startRefresh } from "../../services/planning/planner/sources/start_refresh.ts";
import { listRefreshes } from "../../services/planning/planner/sources/refreshes.ts";
import { rescrapeArtifact } from "../../services/planning/planner/artifacts/rescrape.ts";
import { retrievalStatus, startRetrieval } from "../../services/planning/planner/retrieval.ts";
import { searchPlanner } from "../../services/planning/planner/search.ts";
import { getPlannerSettings } from "../../services/planning/planner_settings/settings.ts";
import {
  listSourceCapabilities,
  listSourceStatus,
} from "../../services/planning/planner/sources/source_status.ts";
import { createTask } from "../../services/planning/planner/tasks/create.ts";
import { listTasks } from "../../services/planning/planner/tasks/list.ts";
import { reorderTasks } from "../../services/planning/planner/tasks/reorder.ts";
import { proposeTimes } from "../../services/planning/planner/tasks/free_times.ts";
import { scheduleTask, scheduleTasks } from "../../services/planning/planner/tasks/schedule.ts";
import { toggleTask, toggleTasks } from "../../services/planning/planner/tasks/toggle.ts";
import { archiveTask, updateTask } from "../../services/planning/planner/tasks/update.ts";
import { domain } from "../domain.ts";
import { planner } from "./contract.ts";

export const plannerDomain = domain(planner, {
  "POST /planner/refresh": { prepare: (ctx, { body }) => startRefresh(ctx, body) },
  "GET /planner/refreshes": (ctx, { query }) => listRefreshes(ctx, query),
  "GET /planner/refresh/pending": (ctx, { query }) => pendingCounts(ctx, query),
  "GET /planner/settings": (ctx) => getPlannerSettings(ctx),
  "POST /planner/settings": (ctx, { body }) => setPlannerSettings(ctx, body),
  "GET /planner/retrieval/status": (ctx) => retrievalStatus(ctx),
  "POST /planner/retrieval/start": (ctx) => startRetrieval(ctx),
  "GET /planner/sources/registry": (ctx) => listSourceCapabilities(ctx),
  "GET /planner/sources/status": (ctx) => listSourceStatus(ctx),
  "GET /planner/search": (ctx, { query }) => searchPlanner(ctx, query),
  "GET /planner/export": (ctx, { query }) => exportCalendar(ctx, query),
  "GET /planner/artifacts": (ctx, { query }) =>
    query.type === "draft" ? listDrafts(ctx, query) : listArtifacts(ctx, query),
  "GET /planner/artifacts/:id": (ctx, { params }) =>
    params.id.startsWith("pld_") ? getDraft(ctx, params.id) : getArtifact(ctx, params.id),
  "POST /planner/artifacts/:id/classify": (ctx, { params, body, signal }) =>
    classifyArtifact(ctx, params.id, body, signal),
  "POST /planner/artifacts/:id/rescrape": (ctx, { params }) => rescrapeArtifact(ctx, params.id),
  "GET /planner/time-off": (ctx, { query }) => listTimeOff(ctx, query),
  "GET /planner/meetings": (ctx, { query }) => listMeetings(ctx, query),
  "GET /planner/conflicts": (ctx, { query }) => listConflicts(ctx, query),
  "POST /planner/conflicts/:id/suppress": (ctx, { params, body }) => suppressConflict(ctx, params.id, body),
  "POST /planner/conflicts/:id/unsuppress": (ctx, { params }) => unsuppressConflict(ctx, params.id),
  "POST /planner/conflicts/by-artifact/:id/suppress": (ctx, { params, body }) =>
    suppressByArtifact(ctx, params.id, body),
  "POST /planner/calendar-actions": { prepare: (ctx, { body }) => planAction(ctx, body) },
  "POST /planner/calendar-actions/execute": (ctx, { body }) => executeAction(ctx, body),
  "POST /planner/calendar-actions/drafts/send": (ctx, { body }) => sendDrafts(ctx, body),
  "POST /planner/calendar-actions/drafts/delete": (ctx, { body }) => deleteDrafts(ctx, body),
  "POST /planner/calendar-events/create": {
    prepare: (ctx, { body, headers }) => createEvent(ctx, body, headers["idempotency-key"]),
  },
  "POST /planner/ask": { prepare: (ctx, { body }) => askPlanner(ctx, body) },
  "POST /planner/ask/stream": (ctx, { body }) => streamAnswer(ctx, body),
  "GET /planner/tasks": (ctx, { query }) => listTasks(ctx, query),
  "POST /planner/tasks": { prepare: (ctx, { body }) => createTask(ctx, body) },
  "PATCH /planner/tasks/:id": (ctx, { params, body }) => updateTask(ctx, params.id, body),
  "PUT /planner/tasks/:id": (ctx, { params, body }) => updateTask(ctx, params.id, body),
  "DELETE /planner/tasks/:id": (ctx, { params }) => archiveTask(ctx, params.id),
  "POST /planner/tasks/:id/toggle": (ctx, { params, body }) => toggleTask(ctx, params.id, body),
  "POST /planner/tasks/:id/schedule": (ctx, { params, body }) => scheduleTask(ctx, params.id, body),
  "GET /planner/tasks/:id/free-times": (ctx, { params, query }) => proposeTimes(ctx, params.id, query),
  "POST /planner/tasks/reorder": (ctx, { body }) => reorderTasks(ctx, body),
  "POST /planner/tasks/_bulk/toggle": (ctx, { body }) => toggleTasks(ctx, body),
  "POST /planner/tasks/_bulk/schedule": (ctx, { body }) => scheduleTasks(ctx, body),
});
