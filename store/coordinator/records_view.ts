import type { StoredEvent } from "../event.ts";
import { onEvery } from "../handlers.ts";
import { runStream } from "../runs/stream.ts";
import { taskSessionStream } from "../task_sessions/stream.ts";
import { defineView, on, type Tables } from "../view.ts";
import { conversationStream } from "./stream.ts";

/** The lists of a conversation. Each item is read from the event itself. */
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

/** Kinds of what clients append, by the type that they name. */
const APPENDED: Record<string, RecordKind> = { design_doc: "design_doc", status_report: "report" };

/**
 * Which events of the log belong to which list of a conversation. It contains no copy of them, so that an erasure
 * leaves nothing behind.
 */
export const conversationRecordsView = defineView({
  name: "conversation_records",
  version: 1,
  tables: {
    conversation_records: {
      erasedBy: { run: "run_id" },
      columns: `conversation_id text not null, kind text not null, sequence integer not null, run_id text,
        primary key (conversation_id, kind, sequence)`,
      indexes: ["run_id"],
    },
  },
  folds: [
    onEvery(conversationStream, listed("entry")),
    on(conversationStream, {
      "message.completed": listed("turn"),
      "conversation.attachment_added": listed("attachment"),
      "conversation.research_asset_saved": listed("asset"),
      "conversation.design_doc_written": listed("design_doc"),
      "conversation.checklist_completed": listed("checklist"),
      "conversation.event_appended": (tables, event) => {
        const { type } = event.data;
        if (type !== undefined && Object.hasOwn(APPENDED, type)) listed(APPENDED[type]!)(tables, event);
      },
    }),
    on(runStream, {
      "run.created": listed("run"),
      "run.planned": listed("plan", "graph"),
      "run.rework_requested": listed("plan"),
      "run.reported": listed("report"),
    }),
    on(taskSessionStream, { "task_session.guidance_added": listed("guidance") }),
  ],
});

/** Puts an event into lists of its conversation. */
function listed(...kinds: RecordKind[]): (tables: Tables, event: StoredEvent) => void {
  return (tables, { conversationId, runId, seq }) => {
    if (!conversationId) return;
    for (const kind of kinds) {
      tables.run(
        "insert into {conversation_records} (conversation_id, kind, sequence, run_id) values (?, ?, ?, ?)",
        conversationId,
        kind,
        seq,
        runId ?? null,
      );
    }
  };
}
