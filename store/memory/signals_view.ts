import { sha256 } from "../chain.ts";
import type { StoredEvent } from "../event.ts";
import { defineView } from "../view.ts";
import { bagOf } from "./statements.ts";

/** A row of `memory_signals`: something that was said or happened in a run and may be worth remembering. */
export type SignalRow = {
  sequence: number;
  kind: "approval_note" | "run_failure" | "guidance";
  run_id: string;
  task_session_id: string | null;
  conversation_id: string | null;
  /** The approval, run or task session that it came up in. */
  source_id: string;
  /** The decision of an approval, the reason of a failure. */
  detail: string;
  content: string;
  fingerprint: string;
  actor: StoredEvent["actor"];
  at: string;
};

type Signal = Pick<SignalRow, "kind" | "detail" | "content">;

/** The events from which memory candidates are taken, so that looking for them never reads the whole log. */
export const memorySignalsView = defineView({
  name: "memory_signals",
  version: 1,
  tables: {
    memory_signals: {
      columns: `sequence integer primary key, kind text not null, run_id text not null, task_session_id text,
        conversation_id text, source_id text not null, detail text not null, content text not null,
        fingerprint text not null, actor text not null, at text not null`,
      indexes: ["run_id", "kind, fingerprint, sequence"],
    },
  },
  apply(tables, event) {
    if (!event.runId) return;
    const signal = signalOf(event);
    if (!signal || signal.content.trim() === "") return;
    tables.run(
      "insert into {memory_signals} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      event.seq,
      signal.kind,
      event.runId,
      event.taskSessionId ?? null,
      event.conversationId ?? null,
      event.stream.slice(event.stream.indexOf("/") + 1),
      signal.detail,
      signal.content,
      sha256(bagOf(signal.content)).slice(0, 32),
      event.actor,
      event.at,
    );
  },
  erase: (tables, runId) => void tables.run("delete from {memory_signals} where run_id = ?", runId),
});

function signalOf({ type, data }: StoredEvent): Signal | null {
  switch (type) {
    case "approval.approved":
    case "approval.rejected": {
      const note = (data as { reviewerNote?: string }).reviewerNote;
      return note ? { kind: "approval_note", detail: type.slice("approval.".length), content: note } : null;
    }
    case "run.failed": {
      const { reason, detail } = data as { reason: string; detail: string };
      return { kind: "run_failure", detail: reason, content: detail };
    }
    case "task_session.guidance_added":
      return { kind: "guidance", detail: "", content: (data as { content: string }).content };
    default:
      return null;
  }
}
