import type { ModelMessage, ToolSet } from "ai";
import {
  loadSdk,
  material,
  type ModelRoute,
  type ModelToolCall,
  nameOf,
} from "../../../../sessions/models/clients/mod.ts";
import { openForLooking } from "../../../../workforce/repository_files/repository.ts";
import { actionFor } from "../answers/answers.ts";
import { citedLines } from "../look/cites.ts";
import { repoPathOf } from "../look/repository.ts";
import type { ReplyContext } from "../../situation.ts";
import type { Advice, AdvisedAction } from "../words/advice.ts";
import { lookInto, REPOSITORY_TOOLS } from "./looks.ts";
import { coordinatorInstructions } from "./prompt.ts";
import { MESSAGE_ACTIONS } from "./verbs.ts";
import { recordOf } from "../../../../../store/shared/records.ts";

/** How many times in a row a model may only read. */
const MAX_ROUNDS = 12;

/** How many actions one message may cause. */
const MAX_ACTS = 5;

/** How much of what was read a model is given. */
const MAX_CHARACTERS = 16_000;

/**
 * Lets a model read records and the repository until it answers or says what to do. That is not done here: it belongs
 * to the unit that records the message.
 */
export async function converse(
  situation: ReplyContext,
  route: ModelRoute,
  { mark, text, signal }: { mark: string; text: string; signal: AbortSignal },
): Promise<Advice> {
  const instructions = coordinatorInstructions(mark);
  const tools = await described();
  const messages: ModelMessage[] = [{ role: "user", content: text }];
  const recordIds = new Set<string>();
  const opened = opening(situation, signal);
  let looks = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { text, calls, invalid, messages: said, finish } = await route.ask({
      question: () => ({ instructions, messages, tools }),
    });
    const by = nameOf(route.current);
    const acts = calls.flatMap((call) => actOf(call, situation, looks > 0) ?? []).slice(0, MAX_ACTS);
    if (acts.length > 0) return { kind: "acts", by, words: text.trim(), acts };
    if (calls.length + invalid.length === 0) {
      const cited = looks === 0 || opened === null ? "" : await citedLines(opened, text);
      const reply = [text.trim(), cited].filter((part) => part !== "").join("\n\n");
      if (reply === "") return { kind: "failed", by, detail: `${by} sent no text (${finish}).` };
      return { kind: "answer", by, reply, recordIds: [...recordIds], looks };
    }
    messages.push(...said);
    const results: Extract<ModelMessage, { role: "tool" }>["content"] = [];
    for (const call of calls) {
      const look = REPOSITORY_TOOLS.find(({ name }) => name === call.tool);
      if (look) looks++;
      const found = look ? await lookInto(opened, look, call.input) : readRecords(call, situation, recordIds);
      const value = material(mark, call.tool, situation.ctx.redactor.facts(found).slice(0, MAX_CHARACTERS));
      results.push({
        type: "tool-result",
        toolCallId: call.id,
        toolName: call.tool,
        output: { type: "text", value },
      });
    }
    if (results.length > 0) messages.push({ role: "tool", content: results });
  }
  const detail = `${nameOf(route.current)} used the read tools ${MAX_ROUNDS} times without answering.`;
  return { kind: "failed", by: nameOf(route.current), detail };
}

/** The situation in which an action is checked: a run that the model names counts as named by the message. */
export function situationOf(situation: ReplyContext, { runId }: AdvisedAction): ReplyContext {
  if (runId === undefined) return situation;
  return { ...situation, input: { ...situation.input, content: "", runId } };
}

/** Opens the repository of the message on first use; null if the message has none. */
function opening(situation: ReplyContext, signal: AbortSignal) {
  const path = repoPathOf(situation);
  if (path === null) return null;
  let opened: ReturnType<typeof openForLooking> | null = null;
  return () => opened ??= openForLooking(situation.ctx, path, signal);
}

/**
 * Returns the action that a call requests; null for one that only reads. Repository text may try to instruct the model,
 * so after reading it can only start a run, which writes nothing unreviewed.
 */
function actOf(call: ModelToolCall, situation: ReplyContext, hasLooked: boolean): AdvisedAction | null {
  const verb = MESSAGE_ACTIONS.find(({ name }) => name === call.tool);
  if (!verb?.acts || (hasLooked && !verb.afterLooking)) return null;
  return advisedBy(verb, call, situation);
}

function readRecords(call: ModelToolCall, situation: ReplyContext, recordIds: Set<string>): string {
  const verb = MESSAGE_ACTIONS.find(({ name }) => name === call.tool)!;
  if (verb.acts) {
    return "This action is not allowed in a message in which files were read. The person can request it in a separate message.";
  }
  const advice = advisedBy(verb, call, situation);
  const { reply, effects } = actionFor(situationOf(situation, advice), advice.intent).act();
  for (const id of effects.flatMap((effect) => effect.recordIds ?? [])) recordIds.add(id);
  return reply;
}

function advisedBy(
  verb: typeof MESSAGE_ACTIONS[number],
  { input }: ModelToolCall,
  situation: ReplyContext,
): AdvisedAction {
  const { runId } = recordOf(input);
  return { intent: verb.intent(input, situation), ...(typeof runId === "string" && runId && { runId }) };
}

async function described(): Promise<ToolSet> {
  const { tool } = await loadSdk();
  return Object.fromEntries(
    [...MESSAGE_ACTIONS, ...REPOSITORY_TOOLS].map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: input }),
    ]),
  );
}
