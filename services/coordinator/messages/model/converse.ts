import type { ModelMessage, ToolSet } from "ai";
import { loadSdk, type ModelRoute, nameOf, type ToolCall } from "../../../models/clients/mod.ts";
import { actionFor } from "../answers.ts";
import type { Situation } from "../situation.ts";
import type { Advice, Advised } from "./advice.ts";
import { coordinatorInstructions } from "./prompt.ts";
import { VERBS } from "./verbs.ts";

/** Answers in a row with which a model only looks things up. */
const MAX_ROUNDS = 6;

/** Things that one message may set off. */
const MAX_ACTS = 5;

/** How much of what was read a model is given. */
const MAX_CHARACTERS = 8000;

/**
 * Lets a model look up what it wants to know, until it answers or says what is to be done. What is to be done is not done
 * here: it belongs to the unit that records the message.
 */
export async function converse(
  situation: Situation,
  route: ModelRoute,
  { mark, text }: { mark: string; text: string },
): Promise<Advice> {
  const instructions = coordinatorInstructions(mark);
  const tools = await described();
  const messages: ModelMessage[] = [{ role: "user", content: text }];
  const recordIds = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const answer = await route.ask({ question: () => ({ instructions, messages, tools }) });
    const by = nameOf(route.current);
    const advised = answer.calls.map((call) => ({ call, ...adviseOf(call, situation) }));
    const acts = advised.filter(({ acts }) => acts).slice(0, MAX_ACTS).map(({ advice }) => advice);
    if (acts.length > 0) return { kind: "acts", by, said: answer.text.trim(), acts };
    if (answer.calls.length + answer.invalid.length === 0) {
      return { kind: "answer", by, reply: answer.text.trim(), recordIds: [...recordIds] };
    }
    messages.push(...answer.messages);
    if (advised.length > 0) {
      messages.push({
        role: "tool",
        content: advised.map(({ call, advice }) => {
          const { reply, effects } = actionFor(situationOf(situation, advice), advice.intent).act();
          for (const id of effects.flatMap((effect) => effect.recordIds ?? [])) recordIds.add(id);
          return {
            type: "tool-result" as const,
            toolCallId: call.id,
            toolName: call.tool,
            output: {
              type: "text" as const,
              value: situation.ctx.redactor.facts(reply).slice(0, MAX_CHARACTERS),
            },
          };
        }),
      });
    }
  }
  const detail = `${nameOf(route.current)} looked things up ${MAX_ROUNDS} times without answering.`;
  return { kind: "failed", by: nameOf(route.current), detail };
}

/** The situation in which an advised thing is looked at: a run that the model names counts as named by the message. */
export function situationOf(situation: Situation, { runId }: Advised): Situation {
  if (runId === undefined) return situation;
  return { ...situation, input: { ...situation.input, content: "", runId } };
}

function adviseOf({ tool, input }: ToolCall, situation: Situation): { acts: boolean; advice: Advised } {
  const verb = VERBS.find(({ name }) => name === tool)!;
  const { runId } = input as { runId?: string };
  return { acts: verb.acts, advice: { intent: verb.intent(input, situation), ...(runId && { runId }) } };
}

async function described(): Promise<ToolSet> {
  const { tool } = await loadSdk();
  return Object.fromEntries(
    VERBS.map(({ name, description, input }) => [name, tool({ description, inputSchema: input })]),
  );
}
