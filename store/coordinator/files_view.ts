import type { z } from "zod";
import { defineView } from "../view.ts";
import type { conversationFileSchema } from "./events.ts";

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

/** What was attached to each conversation or saved for it, by path. */
export const conversationFilesView = defineView({
  name: "conversation_files",
  version: 1,
  tables: {
    conversation_files: {
      columns: `conversation_id text not null, path text not null, sequence integer not null, run_id text,
        purpose text not null, preview_type text not null, label text not null, summary text not null,
        size integer not null, sha256 text not null, media_type text not null, created_at text not null,
        primary key (conversation_id, path)`,
      indexes: ["sha256", "run_id", "conversation_id, sequence"],
    },
  },
  artifactColumn: { table: "conversation_files", column: "sha256" },
  apply(tables, event) {
    const purpose = event.type === "conversation.attachment_added"
      ? "attachment"
      : event.type === "conversation.research_asset_saved"
      ? "research"
      : null;
    if (purpose === null || !event.conversationId) return;
    const data = event.data as z.infer<typeof conversationFileSchema>;
    tables.run(
      `insert into {conversation_files} (conversation_id, path, sequence, run_id, purpose, preview_type, label, summary,
       size, sha256, media_type, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      event.conversationId,
      data.path,
      event.seq,
      event.runId ?? null,
      purpose,
      data.previewType,
      data.label,
      data.summary,
      data.size,
      data.sha256,
      data.mediaType,
      event.at,
    );
  },
  erase: (tables, runId) => void tables.run("delete from {conversation_files} where run_id = ?", runId),
});
