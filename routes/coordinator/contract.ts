import { z } from "zod";
import { preRunChecklistSchema } from "../../services/conversation/coordinator/checklist_schemas.ts";
import {
  conversationAttachmentSchema,
  createConversationAttachmentsInputSchema,
  FILES_BODY_LIMIT,
  saveConversationResearchAssetInputSchema,
} from "../../services/conversation/coordinator/files/file_schemas.ts";
import {
  conversationArtifactSchema,
  conversationRuntimeEventRecordSchema,
  conversationSummarySchema,
  coordinatorDesignDocRecordSchema,
  coordinatorExecutionGraphRecordSchema,
  coordinatorPlanRecordSchema,
  runtimeEventsQuerySchema,
  runtimeStreamQuerySchema,
} from "../../services/conversation/coordinator/record_schemas.ts";
import type { RuntimeEventPage } from "../../services/conversation/coordinator/runtime_events.ts";
import {
  appendConversationEventInputSchema,
  conversationDetailsSchema,
  conversationListQuerySchema,
  conversationSessionSchema,
  coordinatorMessageInputSchema,
  coordinatorMessageResultSchema,
  coordinatorTurnTranscriptSchema,
  createConversationSessionInputSchema,
  pageQuerySchema,
  updateConversationSessionInputSchema,
} from "../../services/conversation/coordinator/schemas.ts";
import { artifactPartQuerySchema } from "../../services/control/runs/artifact_schemas.ts";
import { eventHeadersSchema } from "../../services/operations/system/schemas.ts";
import { runOfAnswer } from "../about.ts";
import { contract } from "../endpoint.ts";
import { sse } from "../outputs.ts";

/** Interface, section 4, Coordinator and conversations: the rows of conversations. */
export const coordinator = contract({
  "GET /coordinator/conversations": {
    summary: "List conversations, newest first",
    access: "agent-read",
    query: conversationListQuerySchema,
    output: z.array(conversationSessionSchema),
    cli: "conversations list",
  },
  "POST /coordinator/conversations": {
    summary: "Start a conversation with the coordinator",
    body: createConversationSessionInputSchema,
    output: conversationDetailsSchema,
    creates: { about: null },
    cli: "conversations create",
  },
  "GET /coordinator/conversations/:id": {
    summary: "Show a conversation with its newest events and its links",
    access: "agent-read",
    output: conversationDetailsSchema,
    cli: "conversations get",
  },
  "PATCH /coordinator/conversations/:id": {
    summary: "Rename, archive or reopen a conversation, or switch its active run",
    body: updateConversationSessionInputSchema,
    output: conversationDetailsSchema,
    cli: "conversations update",
  },
  "GET /coordinator/conversations/:id/runtime-events": {
    summary: "Page through the events of a conversation and its runs, oldest first",
    access: "agent-read",
    query: runtimeEventsQuerySchema,
    output: z.array(conversationRuntimeEventRecordSchema),
    cursor: (page: RuntimeEventPage) => page.nextCursor,
    cli: "conversations runtime-events",
  },
  "GET /coordinator/conversations/:id/runtime-events/stream": {
    summary: "Stream the events of a conversation and its runs, starting at any sequence number",
    headers: eventHeadersSchema,
    query: runtimeStreamQuerySchema,
    output: sse(),
    cli: "conversations stream",
  },
  "GET /coordinator/conversations/:id/plans": {
    summary: "List the plans of a conversation's runs, each with its difference from the previous one",
    access: "agent-read",
    query: pageQuerySchema,
    output: z.array(coordinatorPlanRecordSchema),
    cli: "conversations plans",
  },
  "GET /coordinator/conversations/:id/artifact": {
    summary: "Show one artifact of a conversation or of one of its runs",
    access: "agent-read",
    query: artifactPartQuerySchema,
    output: conversationArtifactSchema,
    cli: "conversations artifact",
  },
  "GET /coordinator/conversations/:id/design-docs": {
    summary: "List the intents that were recorded before they were carried out",
    access: "agent-read",
    query: pageQuerySchema,
    output: z.array(coordinatorDesignDocRecordSchema),
    cli: "conversations design-docs",
  },
  "GET /coordinator/conversations/:id/execution-graphs": {
    summary: "List the current task graphs of a conversation's runs",
    access: "agent-read",
    query: pageQuerySchema,
    output: z.array(coordinatorExecutionGraphRecordSchema),
    cli: "conversations execution-graphs",
  },
  "GET /coordinator/conversations/:id/turns": {
    summary: "List messages with their answers and what they changed",
    access: "agent-read",
    query: pageQuerySchema,
    output: z.array(coordinatorTurnTranscriptSchema),
    cli: "conversations turns",
  },
  "GET /coordinator/conversations/:id/summary": {
    summary: "Summarise a conversation from its records",
    access: "agent-read",
    output: conversationSummarySchema,
    cli: "conversations summary",
  },
  "POST /coordinator/conversations/:id/summary": {
    summary: "Create or refresh the memory record that holds the summary",
    output: conversationSummarySchema,
    creates: { about: null },
    cli: "conversations summarise",
  },
  "POST /coordinator/conversations/:id/pre-run-checklist": {
    summary: "Check a run for known problems before it is created",
    access: "agent-steer",
    body: coordinatorMessageInputSchema,
    output: preRunChecklistSchema,
    creates: { about: null },
    cli: "conversations checklist",
  },
  "POST /coordinator/conversations/:id/attachments": {
    summary: "Attach files; the type is detected from the content",
    body: createConversationAttachmentsInputSchema,
    bodyLimit: FILES_BODY_LIMIT,
    output: z.array(conversationAttachmentSchema),
    creates: { about: null },
    cli: "conversations attach",
  },
  "POST /coordinator/conversations/:id/events": {
    summary: "Append a user, coordinator or system event",
    access: "agent-steer",
    body: appendConversationEventInputSchema,
    output: conversationDetailsSchema,
    creates: { about: null },
    cli: "conversations append",
  },
  "POST /coordinator/conversations/:id/messages": {
    summary: "Send a message to the coordinator, which does what the message asks for",
    access: "agent-steer",
    body: coordinatorMessageInputSchema,
    output: coordinatorMessageResultSchema,
    creates: { about: runOfAnswer },
    cli: "conversations say",
  },
  "POST /coordinator/conversations/:id/research-assets": {
    summary: "Save a source or a file for a conversation",
    body: saveConversationResearchAssetInputSchema,
    output: conversationDetailsSchema,
    creates: { about: null },
    cli: "conversations research-asset",
  },
});
