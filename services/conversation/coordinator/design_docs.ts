import { sha256 } from "../../../store/chain.ts";
import type { StoredEvent } from "../../../store/event.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { requireConversation } from "./read_model.ts";
import type { CoordinatorDesignDocRecord } from "./record_schemas.ts";
import { idOf, recordsOf } from "./records.ts";
import type { PageQuery } from "./schemas.ts";
import { isEvent } from "../../../store/stream.ts";
import { conversationStream } from "../../../store/coordinator/stream.ts";

/** Returns the design documents, which the coordinator writes for each run and clients may add, newest first. */
export function designDocs(ctx: Ctx, id: string, page: PageQuery): CoordinatorDesignDocRecord[] {
  requireConversation(ctx, id);
  return recordsOf(ctx, id, "design_doc", page).flatMap(docOf);
}

function docOf(event: StoredEvent): CoordinatorDesignDocRecord[] {
  const shown = {
    conversationId: idOf(event),
    runId: event.runId ?? null,
    sequence: event.seq,
    author: event.actor,
    createdAt: event.at,
  };
  if (isEvent(event, conversationStream, "conversation.design_doc_written")) {
    const { designDocId, ...written } = event.data;
    return [{ ...shown, id: designDocId, ...written }];
  }
  if (!isEvent(event, conversationStream, "conversation.event_appended")) return [];
  const { entryId, content, data } = event.data;
  const title = typeof data?.title === "string" ? data.title : "Design";
  return [{ ...shown, id: entryId, title, content, contentSha256: sha256(content) }];
}
