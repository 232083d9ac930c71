import type { ConversationDocument } from "../../../../store/coordinator/document.ts";
import { conversationStream } from "../../../../store/coordinator/stream.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { resolveRepoPath } from "../../../machine/repositories/repo_path.ts";
import { requireOpenConversation } from "../read_model.ts";
import type { CoordinatorMessageInput, CoordinatorMessageResult } from "../schemas.ts";
import { turnOf } from "../turns.ts";
import { actionFor } from "./answers/answers.ts";
import { advisedAction } from "./model/act.ts";
import type { Advice } from "./words/advice.ts";
import { understand } from "./words/understand.ts";
import type { ExecutorLive } from "../../../execution/commands/live.ts";

/**
 * Answers a message and does what it plainly requests, in one unit. No message approves anything, and the agent token
 * has no more rights here than elsewhere. `advice` is a model's interpretation of an unclear message; each action in it
 * is checked as if the words had said it.
 */
export function sendMessage(
  ctx: Ctx<ExecutorLive>,
  conversationId: string,
  input: CoordinatorMessageInput,
  advice: Advice | null = null,
): CoordinatorMessageResult {
  const conversation = requireSendable(ctx, conversationId, input);
  return ctx.write(() => {
    const situation = { ctx, conversation, input };
    const understood = understand(input.content);
    const { intent, runId, act } = advice
      ? advisedAction(situation, advice)
      : { intent: understood.kind, ...actionFor(situation, understood) };
    const context = { conversationId, ...(runId && { runId }) };
    const turnId = ctx.newId("turn");
    const messageId = ctx.newId("message");
    record(ctx, conversationStream, conversationId, [
      { type: "message.created", data: { messageId, turnId, ...contentOf(input) } },
    ], context);
    const { reply, effects } = act();
    const numbered = effects.map((effect, i) => ({ id: `${turnId}/${i + 1}`, ...effect }));
    const [completed] = record({ ...ctx, actor: "coordinator" }, conversationStream, conversationId, [{
      type: "message.completed",
      data: { messageId, turnId, intent, reply, effects: numbered },
    }], context);
    return {
      id: turnId,
      conversationId,
      runId: runId ?? null,
      reply,
      effects: numbered,
      turn: turnOf(ctx, completed!)!,
    };
  });
}

/** Returns the open conversation of a message. Throws if the message names something that does not exist. */
export function requireSendable(
  ctx: Ctx<ExecutorLive>,
  conversationId: string,
  input: CoordinatorMessageInput,
): ConversationDocument {
  const conversation = requireOpenConversation(ctx, conversationId);
  requireReferences(ctx, conversationId, input);
  if (input.repoPath !== undefined) resolveRepoPath(ctx, input.repoPath);
  return conversation;
}

function contentOf({ runId: _, ...input }: CoordinatorMessageInput) {
  const { content, repoPath, worker, verifier, taskSessionId, attachmentIds = [], metadata = {} } = input;
  return {
    content,
    ...(repoPath !== undefined && { repoPath }),
    ...(worker && { worker }),
    ...(verifier && { verifier }),
    ...(taskSessionId !== undefined && { taskSessionId }),
    attachmentIds,
    metadata,
  };
}

/** Throws `InvalidError` for the first thing that the message names and that does not exist. */
export function requireReferences(
  ctx: Ctx<ExecutorLive>,
  conversationId: string,
  { runId, taskSessionId, attachmentIds }: CoordinatorMessageInput,
): void {
  const { documents } = ctx.store;
  if (runId !== undefined && !documents.has(runStream, runId)) {
    throw new InvalidError(`runId is "${runId}", which does not exist. GET /runs lists the runs.`);
  }
  if (taskSessionId !== undefined && !documents.has(taskSessionStream, taskSessionId)) {
    throw new InvalidError(
      `taskSessionId is "${taskSessionId}", which does not exist. GET /runs/:id/task-sessions lists the task sessions.`,
    );
  }
  for (const id of attachmentIds ?? []) {
    const known = ctx.store.projector.tables.get(
      "select 1 from {conversation_files} where conversation_id = ? and path = ?",
      conversationId,
      `attachments/${id}`,
    );
    if (!known) {
      throw new InvalidError(
        `attachmentIds contains "${id}", which is not an attachment of this conversation. Attach it first.`,
      );
    }
  }
}
