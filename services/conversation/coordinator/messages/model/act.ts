import { actionFor } from "../answers/answers.ts";
import {
  type CoordinatorReply,
  firstSentence,
  type MessageResult,
  type ReplyContext,
} from "../../situation.ts";
import type { Advice } from "../words/advice.ts";
import { situationOf } from "./converse.ts";
import { counted } from "../../../../ground/kernel/words.ts";

/**
 * Returns the result of a model's advice. Each action is checked when its turn comes, in the state that the previous
 * ones left.
 */
export function advisedAction(situation: ReplyContext, advice: Advice): MessageResult & { intent: string } {
  switch (advice.kind) {
    case "answer": {
      const { by, reply, recordIds, looks } = advice;
      const read = [
        ...(recordIds.length > 0 ? [counted(recordIds.length, "record")] : []),
        ...(looks > 0 ? [`${counted(looks, "look")} into the repository`] : []),
      ];
      const summary = `${by} answered${
        read.length === 0 ? "" : ` from ${read.join(" and ")}`
      }. Nothing was done.`;
      return {
        intent: "answer",
        act: () => ({ reply, effects: [{ kind: "answered", summary, recordIds }] }),
      };
    }
    case "looked": {
      const { reply, summary } = advice;
      return {
        intent: "look",
        act: () => ({ reply, effects: [{ kind: "answered", summary, recordIds: [] }] }),
      };
    }
    case "acts": {
      const [first, ...others] = advice.acts;
      const action = actionFor(situationOf(situation, first!), first!.intent);
      const act = () => {
        const answers = [action.act()];
        for (const other of others) {
          answers.push(actionFor(situationOf(situation, other), other.intent).act());
        }
        return together(advice.words, answers);
      };
      return { intent: first!.intent.kind, runId: action.runId, act };
    }
    case "failed": {
      const action = actionFor(situation, { kind: "unclear" });
      const act = (): CoordinatorReply => {
        const { reply, effects } = action.act();
        return {
          reply: `${advice.detail} ${reply}`,
          effects: effects.map((effect) => ({ ...effect, summary: firstSentence(advice.detail) })),
        };
      };
      return { intent: "unclear", runId: action.runId, act };
    }
  }
}

/** The model's own words, then what was done, in the words of the actions. */
const together = (words: string, answers: readonly CoordinatorReply[]): CoordinatorReply => ({
  reply: [words, ...answers.map(({ reply }) => reply)].filter((part) => part !== "").join("\n\n"),
  effects: answers.flatMap(({ effects }) => effects),
});
