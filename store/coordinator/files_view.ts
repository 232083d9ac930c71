import type { z } from "zod";
import type { StoredEvent } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import type { conversationFileSchema } from "./events.ts";
import { conversationStream } from "./stream.ts";

/** A row of `conversation_files`; `sequence` is that of the event that stored it. */
export type ConversationFileRow = {
  conversation_id: string;
  path: string;
  sequence: number;
  run_id: string | null;
  purpose: "attachment" | "research";
  preview_type: string;
  label: string;
  summary: string;
  size: number;
  sha256: string;
  media_type: string;
  created_at: string;
};

/** The files attached to each conversation or saved for it, by path. */
export const conversationFilesView = defineView({
  name: "conversation_files",
  version: 1,
  tables: {
    conversation_files: {
      erasedBy: { run: "run_id", streams: { conversation: "conversation_id" } },
      columns: `conversation_id text not null, path text not null, sequence integer not null, run_id text,
        purpose text not null, preview_type text not null, label text not null, summary text not null,
        size integer not null, sha256 text not null, media_type text not null, created_at text not null,
        primary key (conversation_id, path)`,
      indexes: ["sha256", "run_id", "conversation_id, sequence"],
    },
  },
  artifactColumn: { table: "conversation_files", column: "sha256" },
  folds: [
    on(conversationStream, {
      "conversation.attachment_added": (tables, event) => add(tables, "attachment", event),
      "conversation.research_asset_saved": (tables, event) => add(tables, "research", event),
    }),
  ],
});

type FileEvent = StoredEvent<string, z.output<typeof conversationFileSchema>>;

function add(tables: Tables, purpose: ConversationFileRow["purpose"], event: FileEvent): void {
  const { data, seq, at, runId, conversationId } = event;
  if (!conversationId) return;
  tables.run(
    `insert into {conversation_files} (conversation_id, path, sequence, run_id, purpose, preview_type, label, summary,
     size, sha256, media_type, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    conversationId,
    data.path,
    seq,
    runId ?? null,
    purpose,
    data.previewType,
    data.label,
    data.summary,
    data.size,
    data.sha256,
    data.mediaType,
    at,
  );
}
