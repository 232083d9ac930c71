import { textPortions } from "../../../../store/shared/text_portions.ts";
import { createParser } from "eventsource-parser";

/** Tokens that an answer reports; null where it does not. */
export type ProxyUsage = { input: number | null; output: number | null; cached: number | null };

/** How many characters of one stream message, or of a whole answer, are read. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  value !== null && typeof value === "object" ? value as Fields : {};
const count = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;

/** Adds counts to one that has to be known. */
const sum = (first: unknown, ...more: unknown[]): number | null => {
  const known = count(first);
  return known === null ? null : more.reduce<number>((total, each) => total + (count(each) ?? 0), known);
};

/**
 * Reads the usage and the finish reason from an answer in transit, in the formats of chat completions, responses and messages,
 * streamed or not. What cannot be read is unknown.
 */
export class UsageReader {
  readonly #decode = textPortions();
  readonly #events = createParser({
    maxBufferSize: MAX_CHARACTERS,
    onEvent: ({ data }) => this.#read(data),
    onError: ({ type }) => this.#isTooLong ||= type === "max-buffer-size-exceeded",
  });
  #isTooLong = false;
  #whole = "";
  usage: ProxyUsage = { input: null, output: null, cached: null };
  finish: string | null = null;
  /** The error that the answer reports although its status was a success. */
  error: string | null = null;

  constructor(readonly streamed: boolean) {}

  /** Whether the answer is complete, as far as it says: a stream without its last message is not. */
  get isWhole(): boolean {
    return !this.streamed || this.finish !== null || this.error !== null;
  }

  /** Reads the next bytes. */
  add(bytes: Uint8Array): void {
    const text = this.#decode(bytes);
    if (this.streamed) return this.#feed(text);
    this.#whole += text;
    if (this.#whole.length > MAX_CHARACTERS) this.#whole = "";
  }

  /** Handles the end of the answer. */
  end(): void {
    if (this.streamed) this.#feed("\n\n"); // some providers omit the empty line after the last message
    else this.#read(this.#whole);
    this.#whole = "";
  }

  /** Continues reading after a message that is too long, without it. */
  #feed(text: string): void {
    this.#events.feed(text);
    if (!this.#isTooLong) return;
    this.#isTooLong = false;
    this.#events.reset();
  }

  #read(text: string): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return; // such as [DONE]
    }
    const message = fieldsOf(Array.isArray(parsed) ? parsed.at(-1) : parsed);
    for (const part of [message, fieldsOf(message.response), fieldsOf(message.message)]) this.#take(part);
    const delta = fieldsOf(message.delta);
    const choice = fieldsOf(Array.isArray(message.choices) ? message.choices[0] : null);
    for (const reason of [choice.finish_reason, delta.stop_reason]) {
      if (typeof reason === "string") this.finish = reason;
    }
    const { incomplete_details: incomplete } = fieldsOf(message.response ?? message);
    const cut = fieldsOf(incomplete).reason;
    if (typeof cut === "string") this.finish = cut;
    if (message.type === "response.completed" || message.object === "response") this.finish ??= "stop";
    const candidate = fieldsOf(Array.isArray(message.candidates) ? message.candidates[0] : null);
    if (typeof candidate.finishReason === "string") this.finish = candidate.finishReason;
  }

  #take(part: Fields): void {
    if (typeof part.stop_reason === "string") this.finish = part.stop_reason;
    const error = fieldsOf(part.error);
    if (typeof error.message === "string") this.error = error.message.slice(0, 500);
    const usage = fieldsOf(part.usage ?? part.usageMetadata);
    const details = fieldsOf(usage.prompt_tokens_details ?? usage.input_tokens_details);
    // Anthropic counts what its cache read or wrote beside the input, and Google thoughts beside the output.
    const cache = [usage.cache_read_input_tokens, usage.cache_creation_input_tokens];
    this.usage = {
      input: count(usage.prompt_tokens) ?? sum(usage.input_tokens, ...cache) ??
        count(usage.promptTokenCount) ?? this.usage.input,
      output: count(usage.completion_tokens) ?? count(usage.output_tokens) ??
        sum(usage.candidatesTokenCount, usage.thoughtsTokenCount) ?? this.usage.output,
      cached: count(details.cached_tokens) ?? count(usage.cache_read_input_tokens) ?? this.usage.cached,
    };
  }
}
