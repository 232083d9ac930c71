import type { LanguageModel, ModelMessage, TextStreamPart, ToolSet } from "ai";
import type { z } from "zod";
import type { Pause } from "../../../ground/kernel/pause.ts";
import { CallFault } from "./fault.ts";
import { loadSdk } from "./load.ts";
import { Watchdog } from "./watchdog.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** The question for a model. */
export type ModelQuestion = {
  instructions: string;
  messages: readonly ModelMessage[];
  tools?: ToolSet;
  /** The schema of a structured answer; the model receives it where its provider supports that. */
  shape?: z.ZodType;
};

/** A valid tool call, its input checked against the tool's schema. */
export type ModelToolCall = { id: string; tool: string; input: unknown };

/** An invalid tool call; the model has already been told. */
type InvalidCall = { tool: string; detail: string };

/** A model's answer. */
export type ModelReply = {
  text: string;
  calls: ModelToolCall[];
  invalid: InvalidCall[];
  /** The answer in the form that the next question has to repeat. */
  messages: ModelMessage[];
  tokens: { input: number | null; output: number | null; cachedInput: number | null };
  finish: string;
};

/** The settings of one call. */
type CallTerms = {
  /** The model's name for people. */
  name: string;
  maxOutputTokens: number;
  /** Whether the provider supports structured answers. */
  takesShape: boolean;
  signal: AbortSignal;
  pause: Pause;
  onText: (text: string, kind?: "words" | "thought") => void;
};

/**
 * Calls a model once, streaming. Rejects with a `CallFault`, with the SDK's error, or with the signal's reason; the connection
 * is closed then.
 */
export async function askOnce(
  model: LanguageModel,
  question: ModelQuestion,
  terms: CallTerms,
): Promise<ModelReply> {
  const { Output, streamText } = await loadSdk();
  using watchdog = new Watchdog(terms.pause, terms.name, terms.signal);
  const { shape, tools } = question;
  const result = streamText({
    model,
    instructions: question.instructions,
    messages: [...question.messages],
    ...(tools && { tools }),
    ...(shape && terms.takesShape && { output: Output.object({ schema: shape }) }),
    maxOutputTokens: terms.maxOutputTokens,
    maxRetries: 0,
    abortSignal: watchdog.signal,
    onError: () => {}, // the stream also reports it
  });
  const answer = new Collected(terms);
  try {
    for await (const part of result.stream) {
      if (part.type !== "start" && part.type !== "start-step") watchdog.alive();
      answer.add(part);
    }
  } catch (error) {
    watchdog.signal.throwIfAborted();
    throw error;
  }
  watchdog.signal.throwIfAborted();
  const whole = answer.finished();
  return { ...whole, messages: [...await result.responseMessages] };
}

/** The collected parts of a stream. */
class Collected {
  #text = "";
  readonly #calls: ModelToolCall[] = [];
  readonly #invalid: InvalidCall[] = [];
  #end: Extract<TextStreamPart<ToolSet>, { type: "finish-step" }> | null = null;

  constructor(readonly terms: Pick<CallTerms, "name" | "onText">) {}

  add(part: TextStreamPart<ToolSet>): void {
    switch (part.type) {
      case "text-delta":
        this.#text += part.text;
        return this.terms.onText(part.text);
      case "reasoning-delta":
        return this.terms.onText(part.text, "thought");
      case "tool-call": {
        const { toolCallId: id, toolName: tool, input } = part;
        if (part.invalid) this.#invalid.push({ tool, detail: sentenceOf(part.error) });
        else this.#calls.push({ id, tool, input });
        return;
      }
      case "finish-step":
        this.#end = part;
        return;
      case "error":
        throw part.error;
    }
  }

  /** Throws `CallFault` for an unusable answer. */
  finished(): Omit<ModelReply, "messages"> {
    const { name } = this.terms;
    const end = this.#end;
    if (!end || end.finishReason === "error" || end.finishReason === "interrupted") {
      throw new CallFault("broken_answer", `${name} stopped in the middle of its answer.`);
    }
    const { inputTokens, outputTokens, inputTokenDetails } = end.usage;
    const tokens = {
      input: inputTokens ?? null,
      output: outputTokens ?? null,
      cachedInput: inputTokenDetails.cacheReadTokens ?? null,
    };
    if (end.finishReason === "content-filter") {
      const said = this.#text.trim().slice(0, 300);
      const [fault, sentence] = end.rawFinishReason === "content_filter"
        ? ["content_filtered" as const, `The content filter of ${name} stopped the answer.`]
        : ["refused" as const, `${name} declined${said === "" ? "." : `: ${said}`}`];
      throw new CallFault(fault, sentence, { tokens });
    }
    const empty = this.#text.trim() === "" && this.#calls.length + this.#invalid.length === 0;
    if (empty && end.finishReason !== "length") {
      throw new CallFault("broken_answer", `${name} returned an empty answer.`, { tokens });
    }
    return {
      text: this.#text,
      calls: this.#calls,
      invalid: this.#invalid,
      finish: end.finishReason,
      tokens,
    };
  }
}

const sentenceOf = (error: unknown): string => messageOf(error).replaceAll(/\s+/g, " ").slice(0, 500);
