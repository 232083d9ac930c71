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
  plannerAskInputSchema,
  plannerAskResponseSchema,
} from "../../services/planning/planner/ask/records/schemas.ts";
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
import { binary, sse } from "../outputs.ts";
import { plannerActions } from "./action_contract.ts";
import { plannerTasks } from "./task_contract.ts";

/** Interface, section 4, Planner. Calendars are private, so the agent token cannot read them. */
export const planner = contract({
  "POST /planner/refresh": {
    summary: "Refresh sources and show the result for each",
    body: plannerRefreshInputSchema,
    output: z.array(plannerRefreshRunSchema),
    creates: { about: null },
    cli: "planner refresh",
  },
  "GET /planner/refreshes": {
    summary: "List refreshes and their results, newest first",
    query: plannerRefreshesQuerySchema,
    output: z.array(plannerRefreshRunSchema),
    cli: "planner refreshes",
  },
  "GET /planner/refresh/pending": {
    summary: "Count pending items by source",
    query: plannerPendingQuerySchema,
    output: plannerPendingCountsSchema,
    cli: "planner pending",
  },
  "GET /planner/settings": {
    summary: "Show the planner's settings and sources",
    output: plannerSettingsSchema,
    cli: "planner settings",
  },
  "POST /planner/settings": {
    summary: "Change settings; add, change or remove sources",
    body: plannerSettingsInputSchema,
    output: plannerSettingsSchema,
    cli: "planner configure",
  },
  "GET /planner/retrieval/status": {
    summary: "Show the state of the search index",
    output: plannerRetrievalStatusSchema,
    cli: "planner index",
  },
  "POST /planner/retrieval/start": {
    summary: "Optimize the search index, or build it again if it is damaged",
    output: plannerRetrievalStatusSchema,
    cli: "planner start-index",
  },
  "GET /planner/sources/registry": {
    summary: "List the kinds of sources and their capabilities",
    output: z.array(plannerSourceCapabilitySchema),
    cli: "planner kinds",
  },
  "GET /planner/sources/status": {
    summary: "Show the state of each source",
    output: z.array(plannerSourceStatusSchema),
    cli: "planner sources",
  },
  "GET /planner/search": {
    summary: "Search events and tasks",
    query: plannerSearchQuerySchema,
    output: z.array(plannerArtifactSearchResultSchema),
    cli: "planner search",
    argument: "query",
  },
  "GET /planner/export": {
    summary: "Download events and tasks as one calendar file (.ics)",
    query: plannerExportQuerySchema,
    output: binary(),
    cli: "planner export",
  },
  "GET /planner/artifacts": {
    summary: "List events, tasks and notes of the sources; your own tasks are in planner tasks",
    query: plannerArtifactQuerySchema,
    output: z.array(plannerArtifactRecordSchema),
    cli: "planner list",
  },
  "GET /planner/artifacts/:id": {
    summary: "Show an event or task, or one occurrence",
    output: plannerArtifactRecordSchema,
    cli: "planner get",
  },
  "POST /planner/artifacts/:id/classify": {
    summary: "Set the kind of an event, or let the rules decide",
    body: plannerClassifyArtifactInputSchema,
    output: plannerArtifactRecordSchema,
    cli: "planner classify",
  },
  "POST /planner/artifacts/:id/rescrape": {
    summary: "Read one event or task again from its source",
    output: plannerArtifactRecordSchema,
    cli: "planner rescrape",
  },
  "GET /planner/time-off": {
    summary: "List time off and holidays",
    query: plannerRangeQuerySchema,
    output: z.array(plannerArtifactRecordSchema),
    cli: "planner time-off",
  },
  "GET /planner/meetings": {
    summary: "List meetings that you have not declined",
    query: plannerRangeQuerySchema,
    output: z.array(plannerArtifactRecordSchema),
    cli: "planner meetings",
  },
  "GET /planner/conflicts": {
    summary: "List conflicts and how each was computed",
    query: plannerConflictQuerySchema,
    output: z.array(plannerConflictSchema),
    parts: true,
    cli: "planner conflicts",
  },
  "POST /planner/conflicts/:id/suppress": {
    summary: "Suppress a conflict until one of its items moves",
    body: suppressConflictInputSchema,
    output: plannerConflictSuppressionSchema,
    creates: { about: null },
    cli: "planner suppress",
  },
  "POST /planner/conflicts/:id/unsuppress": {
    summary: "Show a conflict again",
    output: plannerConflictUnsuppressionSchema,
    cli: "planner unsuppress",
  },
  "POST /planner/conflicts/by-artifact/:id/suppress": {
    summary: "Suppress all conflicts of an event",
    body: suppressByArtifactInputSchema,
    output: z.array(plannerConflictSuppressionSchema),
    creates: { about: null },
    cli: "planner suppress-artifact",
  },
  ...plannerActions,
  "POST /planner/ask": {
    summary: "Answer a question from records, with a quote for each sentence",
    body: plannerAskInputSchema,
    output: plannerAskResponseSchema,
    creates: { about: null },
    cli: "planner ask",
    argument: "question",
  },
  "POST /planner/ask/stream": {
    summary: "Stream the answer to a question, sentence by sentence",
    body: plannerAskInputSchema,
    output: sse(),
    cli: "planner ask-stream",
    argument: "question",
  },
  ...plannerTasks,
});
