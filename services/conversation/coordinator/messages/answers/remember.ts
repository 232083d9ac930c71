import type { MessageIntent } from "../words/intent.ts";
import { type Focus, lastRunOf } from "../../focus.ts";
import { rememberStatement } from "../../remember.ts";
import { askBack, type MessageResult, type ReplyContext } from "../../situation.ts";

/** Records a fact, for this conversation or its repository. Only the operator may. */
export function remember(
  { ctx, conversation, input }: ReplyContext,
  { run }: Focus,
  { content, scope }: Extract<MessageIntent, { kind: "remember" }>,
): MessageResult {
  if (ctx.actor !== "operator") {
    return askBack(
      "The agent token may not record memory. The operator can: POST /memory, or `remember: …` here.",
    );
  }
  const project = input.repoPath ?? run?.repoPath ?? lastRunOf(ctx, conversation.id)?.repoPath;
  if (scope === "project" && project === undefined) {
    return askBack("Which project? Send the message with its repoPath, or start a run in it first.");
  }
  if (new TextEncoder().encode(JSON.stringify(content)).length > 12 * 1024) {
    return askBack("The text is longer than a memory record can be (12 KiB). Please shorten it.");
  }
  return {
    act: () => {
      const scopeId = scope === "project" ? project! : conversation.id;
      const memoryRecordId = rememberStatement(ctx, conversation.id, { content, scope, scopeId });
      return {
        reply: `Remembered for this ${scope} as ${memoryRecordId}.`,
        effects: [{
          kind: "memory_recorded",
          summary: `A fact was recorded for the ${scope}.`,
          memoryRecordId,
        }],
      };
    },
  };
}
