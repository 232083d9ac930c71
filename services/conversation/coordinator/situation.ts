import type { ConversationDocument } from "../../../store/coordinator/document.ts";
import type { Effect } from "../../../store/coordinator/events.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { CoordinatorMessageInput } from "./schemas.ts";
import { counted, ellipsis } from "../../ground/kernel/words.ts";
import type { ExecutorLive } from "../../execution/commands/live.ts";

/** What an answer is based on. */
export type ReplyContext = {
  ctx: Ctx<ExecutorLive>;
  conversation: ConversationDocument;
  input: CoordinatorMessageInput;
};

/** An effect before it has its id. */
type NewEffect = Omit<Effect, "id">;

/** The reply, and what was done. */
export type CoordinatorReply = { reply: string; effects: NewEffect[] };

/**
 * The result of a message: its run, whose erasure includes the exchange, and the work to do once the message is
 * recorded.
 */
export type MessageResult = { runId?: string | undefined; act: () => CoordinatorReply };

/** Returns an action that only replies. */
export const say = (answer: CoordinatorReply, runId?: string): MessageResult => ({
  runId,
  act: () => answer,
});

/** Returns a question: the message was not understood well enough to act. */
export const askBack = (reply: string, runId?: string): MessageResult =>
  say(
    { reply, effects: [{ kind: "asked_back", summary: firstSentence(reply), ...(runId && { runId }) }] },
    runId,
  );

/** Answers a question from records, and says which. */
export function answer(reply: string, recordIds: string[], runId?: string): MessageResult {
  const read = recordIds.length === 0 ? "no record" : counted(recordIds.length, "record");
  const summary = `Answered from ${read}.`;
  return say({ reply, effects: [{ kind: "answered", summary, recordIds, ...(runId && { runId }) }] }, runId);
}

/** Returns the beginning of a text, for a summary. */
export function firstSentence(text: string): string {
  const sentence = /^.*?[.?!](?=\s|$)/s.exec(text)?.[0] ?? text;
  return ellipsis(sentence, 200);
}
