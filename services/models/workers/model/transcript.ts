import type { ModelMessage } from "ai";
import { tokensIn } from "../../clients/cost.ts";

/** Rounds whose outputs are kept when older ones are taken out. */
const KEPT_ROUNDS = 4;

/** A shorter output is not worth a note in its place. */
const LEAST_CHARACTERS = 400;

/** What taking out came to. */
export type Condensation = { outputs: number; tokensBefore: number; tokensAfter: number };

/** What was said between the service and a model in one task. */
export class Transcript {
  #messages: ModelMessage[];
  /** Where each round begins. */
  readonly #rounds: number[] = [];

  constructor(prompt: string) {
    this.#messages = [{ role: "user", content: prompt }];
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** About how many tokens all of it has. */
  get tokens(): number {
    return tokensIn(JSON.stringify(this.#messages));
  }

  /** Adds what the model answered and what it was told then. */
  add(...messages: ModelMessage[]): void {
    this.#rounds.push(this.#messages.length);
    this.#messages.push(...messages);
  }

  /**
   * Takes outputs of tools out of all but the newest rounds, the model's own words stay. `most` keeps one round alone.
   * Null when there is nothing to take out.
   */
  condense(most = false): Condensation | null {
    const kept = this.#rounds.at(most ? -1 : -KEPT_ROUNDS) ?? 0;
    const tokensBefore = this.tokens;
    let outputs = 0;
    this.#messages = this.#messages.map((message, i) => {
      if (i >= kept || message.role !== "tool") return message;
      const content = message.content.map((part) => {
        const shorter = part.type === "tool-result" ? withoutOutput(part) : null;
        if (shorter) outputs++;
        return shorter ?? part;
      });
      return { ...message, content };
    });
    return outputs === 0 ? null : { outputs, tokensBefore, tokensAfter: this.tokens };
  }
}

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;
type ToolResult = Extract<ToolMessage["content"][number], { type: "tool-result" }>;

function withoutOutput(part: ToolResult): ToolResult | null {
  const { output } = part;
  if ((output.type !== "text" && output.type !== "error-text") || output.value.length < LEAST_CHARACTERS) {
    return null;
  }
  const note =
    `[${output.value.length} characters of output were left out later, for space. Use the tool again if you need them.]`;
  return { ...part, output: { type: output.type, value: note } };
}
