import type { ConversationDocument } from "../../../store/coordinator/document.ts";
import { conversationStream } from "../../../store/coordinator/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { summariseRun } from "../../control/runs/read_model.ts";
import { countRecords } from "./records.ts";
import type { ConversationSession } from "./schemas.ts";

/** Returns the conversation's document. Throws `NotFoundError`. */
export function requireConversation(ctx: Pick<Core, "store">, id: string): ConversationDocument {
  const conversation = ctx.store.documents.get(conversationStream, id);
  if (!conversation) throw new NotFoundError("conversation", id);
  return conversation;
}

/** Returns the conversation for adding to it. Throws `InvalidError` if it is archived. */
export function requireOpenConversation(ctx: Pick<Core, "store">, id: string): ConversationDocument {
  const conversation = requireConversation(ctx, id);
  if (conversation.status === "archived") {
    throw new InvalidError(
      `The conversation ${id} is archived. Set its status to "active" before adding to it.`,
    );
  }
  return conversation;
}

/** Returns the conversation as lists show it. A deleted run is not an active run. */
export function showSession(ctx: Ctx, conversation: ConversationDocument): ConversationSession {
  const { titled: _, counts, activeRunId, ...shown } = conversation;
  const run = activeRunId === null ? null : ctx.store.documents.get(runStream, activeRunId);
  const path = `/coordinator/conversations/${conversation.id}/runtime-events`;
  return {
    ...shown,
    activeRunId: run?.id ?? null,
    activeRun: run && summariseRun(ctx, run),
    eventStreams: [
      { id: "polling", kind: "polling", path },
      { id: "sse", kind: "sse", path: `${path}/stream` },
    ],
    counts: { ...counts, runs: countRecords(ctx, conversation.id, "run") },
  };
}
