import { appendConversationEvent } from "../../services/conversation/coordinator/append_event.ts";
import { conversationArtifact } from "../../services/conversation/coordinator/artifact.ts";
import { createAttachments } from "../../services/conversation/coordinator/files/attachments.ts";
import { preRunChecklist } from "../../services/conversation/coordinator/checklist/run.ts";
import { createConversation } from "../../services/conversation/coordinator/create.ts";
import { designDocs } from "../../services/conversation/coordinator/design_docs.ts";
import { executionGraphs } from "../../services/conversation/coordinator/execution_graphs.ts";
import { getConversation } from "../../services/conversation/coordinator/get.ts";
import { listConversations } from "../../services/conversation/coordinator/list.ts";
import { interpretWithModel } from "../../services/conversation/coordinator/messages/consult.ts";
import { sendMessage } from "../../services/conversation/coordinator/messages/send.ts";
import { conversationPlans } from "../../services/conversation/coordinator/plans.ts";
import { saveConversationResearchAsset } from "../../services/conversation/coordinator/files/research_assets.ts";
import { runtimeEvents } from "../../services/conversation/coordinator/runtime_events.ts";
import { streamRuntimeEvents } from "../../services/conversation/coordinator/stream_runtime_events.ts";
import { summariseConversation } from "../../services/conversation/coordinator/summarise.ts";
import { conversationSummary } from "../../services/conversation/coordinator/summary.ts";
import { conversationTurns } from "../../services/conversation/coordinator/turns.ts";
import { updateConversation } from "../../services/conversation/coordinator/update.ts";
import { made } from "../../services/ground/kernel/made.ts";
import { domain } from "../domain.ts";
import { coordinator } from "./contract.ts";

export const coordinatorDomain = domain(coordinator, {
  "GET /coordinator/conversations": (ctx, { query }) => listConversations(ctx, query),
  "POST /coordinator/conversations": (ctx, { body }) => made(createConversation(ctx, body)),
  "GET /coordinator/conversations/:id": (ctx, { params }) => getConversation(ctx, params.id),
  "PATCH /coordinator/conversations/:id": (ctx, { params, body }) => updateConversation(ctx, params.id, body),
  "GET /coordinator/conversations/:id/runtime-events": (ctx, { params, query }) =>
    runtimeEvents(ctx, params.id, query),
  "GET /coordinator/conversations/:id/runtime-events/stream": (ctx, { params, query, headers }) =>
    streamRuntimeEvents(ctx, params.id, { cursor: query.cursor, lastEventId: headers["last-event-id"] }),
  "GET /coordinator/conversations/:id/plans": (ctx, { params, query }) =>
    conversationPlans(ctx, params.id, query),
  "GET /coordinator/conversations/:id/artifact": (ctx, { params, query }) =>
    conversationArtifact(ctx, params.id, query),
  "GET /coordinator/conversations/:id/design-docs": (ctx, { params, query }) =>
    designDocs(ctx, params.id, query),
  "GET /coordinator/conversations/:id/execution-graphs": (ctx, { params, query }) =>
    executionGraphs(ctx, params.id, query),
  "GET /coordinator/conversations/:id/turns": (ctx, { params, query }) =>
    conversationTurns(ctx, params.id, query),
  "GET /coordinator/conversations/:id/summary": (ctx, { params }) => conversationSummary(ctx, params.id),
  "POST /coordinator/conversations/:id/summary": (ctx, { params }) => summariseConversation(ctx, params.id),
  "POST /coordinator/conversations/:id/pre-run-checklist": {
    prepare: async (ctx, { params, body }) => {
      const completed = await preRunChecklist(ctx, params.id, body);
      return () => made(completed());
    },
  },
  "POST /coordinator/conversations/:id/attachments": (ctx, { params, body }) =>
    made(createAttachments(ctx, params.id, body)),
  "POST /coordinator/conversations/:id/events": (ctx, { params, body }) =>
    made(appendConversationEvent(ctx, params.id, body)),
  "POST /coordinator/conversations/:id/messages": {
    prepare: async (ctx, { params, body }) => {
      const advice = await interpretWithModel(ctx, params.id, body);
      return () => made(sendMessage(ctx, params.id, body, advice));
    },
  },
  "POST /coordinator/conversations/:id/research-assets": (ctx, { params, body }) =>
    made(saveConversationResearchAsset(ctx, params.id, body)),
});
