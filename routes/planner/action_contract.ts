import { z } from "zod";
import {
  calendarActionInputSchema,
  calendarActionResponseSchema,
  createCalendarEventInputSchema,
  executeActionInputSchema,
} from "../../services/planning/planner_actions/plans/schemas.ts";
import {
  draftSendResponseSchema,
  sendDraftsInputSchema,
} from "../../services/planning/planner_actions/drafts/schemas.ts";
import { plannerArtifactRecordSchema } from "../../services/planning/planner/artifacts/schemas.ts";
import {
  deleteDraftsInputSchema,
  draftDeleteResponseSchema,
} from "../../services/planning/planner/waiting/schemas.ts";
import { contract } from "../endpoint.ts";

/** Changes to calendars: planned, reviewed, and executed once. */
export const plannerActions = contract({
  "POST /planner/calendar-actions": {
    summary: "Plan a change to a calendar and request its review",
    body: calendarActionInputSchema,
    output: calendarActionResponseSchema,
    creates: { about: null },
    cli: "planner plan",
    argument: "request",
  },
  "POST /planner/calendar-actions/execute": {
    summary: "Execute a reviewed change once",
    body: executeActionInputSchema,
    output: calendarActionResponseSchema,
    cli: "planner execute",
  },
  "POST /planner/calendar-actions/drafts/send": {
    summary: "Send drafted emails, each after its own decision",
    body: sendDraftsInputSchema,
    output: draftSendResponseSchema,
    cli: "planner send-drafts",
  },
  "POST /planner/calendar-actions/drafts/delete": {
    summary: "Delete drafted emails",
    body: deleteDraftsInputSchema,
    output: draftDeleteResponseSchema,
    cli: "planner delete-drafts",
  },
  "POST /planner/calendar-events/create": {
    summary: "Create an event, directly in the local calendar or after a decision in another one",
    headers: z.object({ "idempotency-key": z.string().optional() }),
    body: createCalendarEventInputSchema,
    output: plannerArtifactRecordSchema,
    creates: { about: null },
    cli: "planner create-event",
  },
});
