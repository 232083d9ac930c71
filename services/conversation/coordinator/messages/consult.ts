import { conversationStream } from "../../../../store/coordinator/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { recordMemoryUse } from "../../../knowledge/memory/use.ts";
import {
  admitBudget,
  CallFault,
  Deadline,
  type ModelCandidate,
  ModelRoute,
  nameOf,
  newMark,
} from "../../../sessions/models/clients/mod.ts";
import { routeFor } from "../../../workforce/routing/mod.ts";
import { candidatesOf } from "../../../workforce/worker_kinds/resolve.ts";
import type { CoordinatorMessageInput } from "../schemas.ts";
import { requireSendable } from "./send.ts";
import type { ReplyContext } from "../situation.ts";
import { understand } from "./words/understand.ts";
import type { Advice } from "./words/advice.ts";
import { lookIn } from "./look/read.ts";
import { lookUp } from "./look/answer.ts";
import { converse } from "./model/converse.ts";
import { coordinatorPrompt } from "./model/prompt.ts";
import type { ExecutorLive } from "../../../execution/commands/live.ts";

/** A person is waiting for the answer, so a slow model is abandoned. */
export const MESSAGE_ANSWER_MILLISECONDS = 120_000;

/**
 * Has a model interpret a message that is not plain; what the repository alone can answer is read there. Returns null
 * for plain words, or without a model: everything then works as without one. Throws what is wrong with the message
 * before any model is asked.
 */
export async function interpretWithModel(
  ctx: Ctx<ExecutorLive>,
  conversationId: string,
  input: CoordinatorMessageInput,
): Promise<Advice | null> {
  const conversation = requireSendable(ctx, conversationId, input);
  const plain = understand(input.content).kind !== "unclear" || input.taskSessionId !== undefined ||
    input.worker;
  if (plain) return null;
  const look = lookIn(input.content);
  if (look?.exact) return await lookUp({ ctx, conversation, input }, look);
  const route = routeFor(ctx, { role: "coordinator", request: input.content });
  const candidates = candidatesOf(ctx, route.selected ? [route.selected, ...route.alternatives] : []);
  if (candidates.length === 0) return look && await lookUp({ ctx, conversation, input }, look);
  return await ask({ ctx, conversation, input }, candidates);
}

async function ask(situation: ReplyContext, candidates: readonly ModelCandidate[]): Promise<Advice> {
  const { ctx, conversation } = situation;
  using late = new Deadline(ctx.pause, MESSAGE_ANSWER_MILLISECONDS, "No model answered within two minutes.");
  const context = { conversationId: conversation.id };
  const clean = ctx.redactor.stream();
  const route = new ModelRoute({
    ctx,
    purpose: "coordinate",
    signal: late.signal,
    record: (event) =>
      void record({ ...ctx, actor: "coordinator" }, conversationStream, conversation.id, [event], context),
    onText: (part, kind) => {
      if (kind === "thought") return;
      const text = clean.push(part);
      const stream = `conversation/${conversation.id}`;
      if (text !== "") {
        ctx.feed.show({ type: "conversation.output_delta", stream, data: { text }, ...context });
      }
    },
    admit: (candidate, worstCaseUsd) => admitBudget(ctx, { runId: undefined, candidate, worstCaseUsd }),
  }, candidates);
  const mark = newMark();
  const { text, memoryRecordIds } = coordinatorPrompt(situation, mark);
  ctx.write(() => recordMemoryUse(ctx, { step: "coordinate", recordIds: memoryRecordIds, context }));
  try {
    return await converse(situation, route, { mark, text, signal: late.signal });
  } catch (error) {
    if (!(error instanceof CallFault)) throw error;
    return { kind: "failed", by: nameOf(route.current), detail: error.message };
  }
}
