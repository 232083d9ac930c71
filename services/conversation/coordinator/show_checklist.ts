import type { StoredEvent } from "../../../store/event.ts";
import type { PreRunChecklist } from "./checklist_schemas.ts";
import { idOf } from "./records.ts";
import { isEvent } from "../../../store/stream.ts";
import { conversationStream } from "../../../store/coordinator/stream.ts";

/** Returns a checklist as the API shows it, from its event; null for any other event. */
export function showChecklist(event: StoredEvent): PreRunChecklist | null {
  if (!isEvent(event, conversationStream, "conversation.checklist_completed")) return null;
  const { checklistId, status, repoPath, contentSha256, items } = event.data;
  const counts = { ok: 0, warn: 0, block: 0 };
  for (const item of items) counts[item.status]++;
  return {
    id: checklistId,
    conversationId: idOf(event),
    sequence: event.seq,
    status,
    repoPath,
    contentSha256,
    items,
    counts,
    checkedBy: event.actor,
    createdAt: event.at,
  };
}
