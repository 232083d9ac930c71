import { approvalStream } from "../approvals/stream.ts";
import { sha256 } from "../chain.ts";
import { idOf, type StoredEvent } from "../event.ts";
import { runStream } from "../runs/stream.ts";
import { taskSessionStream } from "../task_sessions/stream.ts";
import { defineView, on, type Tables } from "../view.ts";
import { bagOf } from "./statements.ts";

/** A row of `memory_signals`: something that was said or happened in a run and may be worth remembering. */
export type SignalRow = {
  sequence: number;
  kind: "approval_note" | "run_failure" | "guidance";
  run_id: string;
  task_session_id: string | null;
  conversation_id: string | null;
  /** The approval, run or task session that it occurred in. */
  source_id: string;
  /** The decision of an approval, the reason of a failure. */
  detail: string;
  content: string;
  fingerprint: string;
  actor: StoredEvent["actor"];
  at: string;
};

type Signal = Pick<SignalRow, "kind" | "detail" | "content">;

/** The events that memory candidates are derived from, so that finding them never reads the whole log. */
export const memorySignalsView = defineView({
  name: "memory_signals",
  version: 1,
  lazy: true,
  tables: {
    memory_signals: {
      erasedBy: { run: "run_id" },
      columns: `sequence integer primary key, kind text not null, run_id text not null, task_session_id text,
        conversation_id text, source_id text not null, detail text not null, content text not null,
        fingerprint text not null, actor text not null, at text not null`,
      indexes: ["run_id", "kind, fingerprint, sequence"],
    },
  },
  folds: [
    on(approvalStream, {
      "approval.approved": (tables, event) => noted(tables, event, "approved", event.data.reviewerNote),
      "approval.rejected": (tables, event) => noted(tables, event, "rejected", event.data.reviewerNote),
    }),
    on(runStream, {
      "run.failed": (tables, event) => {
        const { reason, detail } = event.data;
        add(tables, event, { kind: "run_failure", detail: reason, content: detail });
      },
    }),
    on(taskSessionStream, {
      "task_session.guidance_added": (tables, event) =>
        add(tables, event, { kind: "guidance", detail: "", content: event.data.content }),
    }),
  ],
});

function noted(tables: Tables, event: StoredEvent, decision: string, note: string | undefined): void {
  if (note) add(tables, event, { kind: "approval_note", detail: decision, content: note });
}

function add(tables: Tables, event: StoredEvent, { kind, detail, content }: Signal): void {
  if (!event.runId || content.trim() === "") return;
  tables.run(
    "insert into {memory_signals} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    event.seq,
    kind,
    event.runId,
    event.taskSessionId ?? null,
    event.conversationId ?? null,
    idOf(event),
    detail,
    content,
    sha256(bagOf(content)).slice(0, 32),
    event.actor,
    event.at,
  );
}
