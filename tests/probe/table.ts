import { ENDPOINTS } from "../routes/endpoints.ts";
import { generalPromises } from "./general_requests.ts";
import type { Promised, PromisesOf } from "./promise.ts";
import approvals from "./promises/approvals.ts";
import audio from "./promises/audio.ts";
import automations from "./promises/automations.ts";
import connections from "./promises/connections.ts";
import conversationEvents from "./promises/conversation_events.ts";
import conversations from "./promises/conversations.ts";
import memory from "./promises/memory.ts";
import models from "./promises/models.ts";
import notifications from "./promises/notifications.ts";
import oauth from "./promises/oauth.ts";
import planner from "./promises/planner.ts";
import plannerActions from "./promises/planner_actions.ts";
import plannerRecords from "./promises/planner_records.ts";
import plannerTasks from "./promises/planner_tasks.ts";
import profiles from "./promises/profiles.ts";
import research from "./promises/research.ts";
import runMoves from "./promises/run_moves.ts";
import runRecords from "./promises/run_records.ts";
import runs from "./promises/runs.ts";
import secrets from "./promises/secrets.ts";
import skills from "./promises/skills.ts";
import system from "./promises/system.ts";
import workflows from "./promises/workflows.ts";

/** What each row promises beyond what every row does. */
export const PROMISES: PromisesOf = {
  ...system,
  ...notifications,
  ...conversations,
  ...conversationEvents,
  ...runs,
  ...runMoves,
  ...runRecords,
  ...approvals,
  ...research,
  ...secrets,
  ...oauth,
  ...connections,
  ...planner,
  ...plannerRecords,
  ...plannerTasks,
  ...plannerActions,
  ...profiles,
  ...skills,
  ...workflows,
  ...automations,
  ...memory,
  ...audio,
  ...models,
};

/** All that a row promises: what every row of its kind does first, as that needs nothing. */
export function promisesOf(key: string): readonly Promised[] {
  const declared = ENDPOINTS.find((each) => each.key === key)!;
  return [...generalPromises(declared), ...PROMISES[key] ?? []];
}
