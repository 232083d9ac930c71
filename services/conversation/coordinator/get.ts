import { statusOfGuidance } from "../../sessions/task_sessions/read_model.ts";
import type { ConversationFileRow } from "../../../store/coordinator/files_view.ts";
import { eventId, type StoredEvent } from "../../../store/event.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { summariseRun } from "../../control/runs/read_model.ts";
import { showChecklist } from "./show_checklist.ts";
import { requireConversation, showSession } from "./read_model.ts";
import { idOf, recordsOf } from "./records.ts";
import type { ConversationDetails, ConversationEvent } from "./schemas.ts";
import { narrate } from "../../../store/registry.ts";
import { isEvent } from "../../../store/stream.ts";
import { conversationStream } from "../../../store/coordinator/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";

/** How many of a conversation's newest events its details contain; the runtime events page through all. */
const EVENTS = 100;

/** How many items of each other list. */
const LINKS = 50;

/** Returns a conversation with its newest events and what it is linked to. */
export function getConversation(ctx: Ctx, id: string): ConversationDetails {
  const conversation = requireConversation(ctx, id);
  const newest = { limit: LINKS };
  return {
    ...showSession(ctx, conversation),
    events: recordsOf(ctx, id, "entry", { limit: EVENTS }).map(entryOf).reverse(),
    preRunChecklistRecords: recordsOf(ctx, id, "checklist", newest).flatMap((event) =>
      showChecklist(event) ?? []
    ),
    queuedRunLinks: recordsOf(ctx, id, "run", newest).flatMap((event) => {
      const run = ctx.store.documents.get(runStream, idOf(event));
      return run ? [summariseRun(ctx, run)] : [];
    }),
    guidanceLinks: recordsOf(ctx, id, "guidance", newest).flatMap((event) => guidanceLink(ctx, event)),
    statusReportEvents: recordsOf(ctx, id, "report", newest).flatMap(report),
    files: filesOf(ctx, id),
  };
}

function guidanceLink(ctx: Ctx, event: StoredEvent): ConversationDetails["guidanceLinks"] {
  if (!isEvent(event, taskSessionStream, "task_session.guidance_added")) return [];
  const { guidanceId, content } = event.data;
  return [{
    id: guidanceId,
    runId: event.runId ?? "",
    taskSessionId: idOf(event),
    content,
    status: statusOfGuidance(ctx, guidanceId) ?? "expired",
    actor: event.actor,
    at: event.at,
  }];
}

/** Returns what a run reported, or what a client appended as a report. */
function report(event: StoredEvent): ConversationDetails["statusReportEvents"] {
  const shown = { sequence: event.seq, runId: event.runId ?? null, at: event.at };
  if (isEvent(event, runStream, "run.reported")) return [{ ...shown, ...event.data }];
  if (!isEvent(event, conversationStream, "conversation.event_appended")) return [];
  const { kind, content } = event.data;
  return [{ ...shown, id: eventId(event.seq), kind, summary: content }];
}

function filesOf(ctx: Ctx, id: string): ConversationDetails["files"] {
  return ctx.store.projector.tables.all<ConversationFileRow>(
    "select * from {conversation_files} where conversation_id = ? order by sequence desc limit ?",
    id,
    LINKS,
  ).map((row) => ({
    id: row.path.slice(row.path.indexOf("/") + 1),
    path: row.path,
    purpose: row.purpose,
    label: row.label,
    mediaType: row.media_type,
    size: row.size,
    sha256: row.sha256,
    createdAt: row.created_at,
  }));
}

/** Returns an event of a conversation as its details show it. */
function entryOf(event: StoredEvent): ConversationEvent {
  const shown = {
    id: eventId(event.seq),
    sequence: event.seq,
    type: event.type,
    actor: event.actor,
    runId: event.runId ?? null,
    at: event.at,
  };
  if (isEvent(event, conversationStream, "message.created")) {
    return { ...shown, kind: "user", content: event.data.content, data: event.data };
  }
  if (isEvent(event, conversationStream, "message.completed")) {
    return { ...shown, kind: "coordinator", content: event.data.reply, data: event.data };
  }
  if (isEvent(event, conversationStream, "conversation.event_appended")) {
    const { type = event.type, kind, content, data = null } = event.data;
    return { ...shown, type, kind, content, data };
  }
  return { ...shown, kind: "system", content: narrate(event), data: event.data };
}
