import type { StoredEvent } from "../../../store/event.ts";
import type { ChecklistItem, PreRunChecklist } from "./checklist_schemas.ts";
import { idOf } from "./records.ts";

type Stored = Pick<PreRunChecklist, "status" | "repoPath" | "contentSha256"> & {
  checklistId: string;
  items: ChecklistItem[];
};

/** Returns a checklist as the API shows it, from its event. */
export function showChecklist(event: StoredEvent): PreRunChecklist {
  const { checklistId, status, repoPath, contentSha256, items } = event.data as Stored;
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
