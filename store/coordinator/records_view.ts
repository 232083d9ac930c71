import type { StoredEvent } from "../event.ts";
import { defineView } from "../view.ts";

/** What a conversation lists; each is read from the event itself. */
export type RecordKind =
  | "entry"
  | "turn"
  | "run"
  | "plan"
  | "graph"
  | "design_doc"
  | "guidance"
  | "checklist"
  | "report"
  | "attachment"
  | "asset";

const KINDS: Record<string, readonly RecordKind[]> = {
  "message.completed": ["turn"],
  "conversation.attachment_added": ["attachment"],
  "conversation.research_asset_saved": ["asset"],
  "conversation.design_doc_written": ["design_doc"],
  "conversation.checklist_completed": ["checklist"],
  "run.created": ["run"],
  "run.planned": ["plan", "graph"],
  "run.rework_requested": ["plan"],
  "run.reported": ["report"],
  "task_session.guidance_added": ["guidance"],
};

/** Kinds of what clients append, by the type that they name. */
const APPENDED: Record<string, RecordKind> = { design_doc: "design_doc", status_report: "report" };

/**
 * Which events of the log belong to which list of a conversation. It holds no copy of them, so that an erasure leaves
 * nothing behind here.
 */
export const conversationRecordsView = defineView({
  name: "conversation_records",
  version: 1,
  tables: {
    conversation_records: {
      columns: `conversation_id text not null, kind text not null, sequence integer not null, run_id text,
        primary key (conversation_id, kind, sequence)`,
      indexes: ["run_id"],
    },
  },
  apply(tables, event) {
    if (!event.conversationId) return;
    for (const kind of kindsOf(event)) {
      tables.run(
        "insert into {conversation_records} (conversation_id, kind, sequence, run_id) values (?, ?, ?, ?)",
        event.conversationId,
        kind,
        event.seq,
        event.runId ?? null,
      );
    }
  },
  erase: (tables, runId) => void tables.run("delete from {conversation_records} where run_id = ?", runId),
});

function kindsOf(event: StoredEvent): RecordKind[] {
  const own = event.stream.startsWith("conversation/") ? ["entry" as const] : [];
  if (event.type !== "conversation.event_appended") return [...own, ...KINDS[event.type] ?? []];
  const { type } = event.data as { type?: string };
  const appended = type === undefined || !Object.hasOwn(APPENDED, type) ? undefined : APPENDED[type];
  return appended ? [...own, appended] : own;
}
