import { conversationStream } from "../../../store/coordinator/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { getConversation } from "./get.ts";
import type { ConversationDetails, CreateConversationInput } from "./schemas.ts";

/** Creates a conversation. Without a title it takes that of its first message. */
export function createConversation(ctx: Ctx, input: CreateConversationInput): ConversationDetails {
  const { title, origin = ctx.actor, activeRunId, metadata = {} } = input;
  if (activeRunId !== undefined) requireKnownRun(ctx, activeRunId);
  const id = ctx.newId("conversation");
  return ctx.write(() => {
    const data = { ...(title !== undefined && { title }), origin, metadata };
    record(ctx, conversationStream, id, [{ type: "conversation.created", data }], { conversationId: id });
    if (activeRunId !== undefined) activateRun(ctx, id, activeRunId);
    return getConversation(ctx, id);
  });
}

/** Makes a run the active one. The event carries the run's id, so that erasing the run removes it too. */
export function activateRun(ctx: Ctx, conversationId: string, runId: string): void {
  record(ctx, conversationStream, conversationId, [
    { type: "conversation.run_activated", data: { runId } },
  ], { conversationId, runId });
}

/** Throws `InvalidError` if there is no such run. */
export function requireKnownRun(ctx: Ctx, runId: string): void {
  if (!ctx.store.documents.has(runStream, runId)) {
    throw new InvalidError(`activeRunId is "${runId}", which does not exist. GET /runs lists the runs.`);
  }
}
