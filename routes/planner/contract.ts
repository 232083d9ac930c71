import { z } from "zod";
import {
  plannerConflictQuerySchema,
  plannerConflictSchema,
  plannerConflictSuppressionSchema,
  plannerConflictUnsuppressionSchema,
  suppressByArtifactInputSchema,
  suppressConflictInputSchema,
} from "../../services/planning/planner/conflicts/schemas.ts";
import {
  plannerArtifactQuerySchema,
  plannerArtifactRecordSchema,
  plannerClassifyArtifactInputSchema,
  plannerRangeQuerySchema,
} from "../../services/planning/planner/artifacts/schemas.ts";
import {
  plannerPendingCountsSchema,
  plannerPendingQuerySchema,
} from "../../services/planning/planner/pending_schemas.ts";
import {
  plannerRefreshesQuerySchema,
  plannerRefreshInputSchema,
  plannerRefreshRunSchema,
  plannerSourceCapabilitySchema,
  plannerSourceStatusSchema,
} from "../../services/planning/planner/sources/schemas.ts";
import {
  plannerSettingsInputSchema,
  plannerSettingsSchema,
} from "../../services/planning/planner_settings/schemas.ts";
import {
  plannerArtifactSearchResultSchema,
  plannerRetrievalStatusSchema,
  plannerSearchQuerySchema,
} from "../../services/planning/planner/search_schemas.ts";
import { plannerExportQuerySchema } from "../../services/planning/planner/export/schemas.ts";
import { contract } from "../endpoint.ts";
import { binary } from "../outputs.ts";
import { plannerActions } from "./action_contract.ts";
import { plannerAsk } from "./ask_contract.ts";
import { plannerTasks } from "./task_contract.ts";

/** Interface, section 4, Planner. Calendars are private, so the agent token cannot read them. */
export const planner = contract({
  "POST /planner/refresh": {
    summary: "Refresh sources and show the result for each",
    access: "operator",
    body: plannerRefreshInputSchema,
    output: z.array(plannerRefreshRunSchema),
    status: 201,
    about: null,
    cli: "planner refresh",
  },
  "GET /planner/refreshes": {
    summary: "List refreshes and their results, newest first",
    access: "operator",
    query: plannerRefreshesQuerySchema,
    output: z.array(plannerRefreshRunSchema),
    cli: "planner refreshes",
  },
  "GET /planner/refresh/pending": {
    summary: "Count pending items by source",
    access: "operator",
    query: plannerPendingQuerySchema,
    output: plannerPendingCountsSchema,
    cli: "planner pending",
  },
  "GET /planner/settings": {
    summary: "Show the planner's settings and sources",
    access: "operator",
    output: plannerSettingsSchema,
    cli: "planner settings",
  },
  "POST /planner/settings": {
    summary: "Change settings; add, change or remove sources",
    access: "operator",
    body: plannerSettingsInputSchema,
    output: plannerSettingsSchema,
    cli: "planner configure",
  },
  "GET /planner/retrieval/status": {
    summary: "Show the state of the search index",
    access: "operator",
    output: plannerRetrievalStatusSchema,
    cli: "planner index",
  },
  "POST /planner/retrieval/start": {
    summary: "Optimize the search index, or build it again if it is damaged",
    access: "operator",
    output: plannerRetrievalStatusSchema,
    cli: "planner start-index",
  },
  "GET /planner/sources/registry": {
    summary: "List the kinds of sources and their capabilities",
    access: "operator",
    output: z.array(plannerSourceCapabilitySchema),
    cli: "planner kinds",
  },
  "GET /planner/sources/status": {
    summary: "Show the state of each source",
    access: "operator",
    output: z.array(plannerSourceStatusSchema),
    cli: "planner sources",
  },
  "GET /planner/search": {
    summary: "Search events and tasks",
    access: "operator",
    query: plannerSearchQuerySchema,
    output: z.array(plannerArtifactSearchResultSchema),
    cli: "planner search",
    argument: "query",
  },
  "GET /planner/export": {
    summary: "Download events and tasks as one calendar file (.ics)",
    access: "operator",
    query: plannerExportQuerySchema,
    output: binary(),
    cli: "planner export",
  },
  "GET /planner/artifacts": {
    summary: "List events and tasks of the sources; your own tasks are in planner tasks",
    access: "operator",
    query: plannerArtifactQuerySchema,
    output: z.array(plannerArtifactRecordSchema),
    cli: "planner list",
  },
  "GET /planner/artifacts/:id": {
    summary: "Show an event or task, or one occurrence",
    access: "operator",
    output: plannerArtifactRecordSchema,
    cli: "planner get",
  },
  "POST /planner/artifacts/:id/classify": {
    summary: "Set the kind of an event, or let the rules decide",
    access: "operator",
    body: plannerClassifyArtifactInputSchema,
    output: plannerArtifactRecordSchema,
    cli: "planner classify",
  },
  "POST /planner/artifacts/:id/rescrape": {
    summary: "Read one event or task again from its source",
    access: "operator",
    output: plannerArtifactRecordSchema,
    cli: "planner rescrape",
  },
  "GET /planner/time-off": {
    summary: "List time off and holidays",
    access: "operator",
    query: plannerRangeQuerySchema,
    output: z.array(plannerArtifactRecordSchema),
    cli: "planner time-off",
  },
  "GET /planner/meetings": {
    summary: "List meetings that you have not declined",
    access: "operator",
    query: plannerRangeQuerySchema,
    output: z.array(plannerArtifactRecordSchema),
    cli: "planner meetings",
  },
  "GET /planner/conflicts": {
    summary: "List conflicts and how each was computed",
    access: "operator",
    query: plannerConflictQuerySchema,
    output: z.array(plannerConflictSchema),
    cli: "planner conflicts",
  },
  "POST /planner/conflicts/:id/suppress": {
    summary: "Suppress a conflict until one of its items moves",
    access: "operator",
    body: suppressConflictInputSchema,
    output: plannerConflictSuppressionSchema,
    status: 201,
    about: null,
    cli: "planner suppress",
  },
  "POST /planner/conflicts/:id/unsuppress": {
    summary: "Show a conflict again",
    access: "operator",
    output: plannerConflictUnsuppressionSchema,
    cli: "planner unsuppress",
  },
  "POST /planner/conflicts/by-artifact/:id/suppress": {
    summary: "Suppress all conflicts of an event",
    access: "operator",
    body: suppressByArtifactInputSchema,
    output: z.array(plannerConflictSuppressionSchema),
    status: 201,
    about: null,
    cli: "planner suppress-artifact",
  },
  ...plannerActions,
  ...plannerAsk,
  ...plannerTasks,
});
