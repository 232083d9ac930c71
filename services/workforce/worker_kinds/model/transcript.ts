import type { ModelMessage } from "ai";
import { tokensIn } from "../../../sessions/models/clients/cost.ts";
import { recordOf } from "../../../../store/shared/records.ts";

/** Rounds whose outputs are kept when older ones are removed. */
const KEPT_ROUNDS = 4;

/** A shorter output is not worth replacing with a note. */
const MIN_CHARACTERS = 400;

/** The result of shortening. */
type Condensation = { outputs: number; tokensBefore: number; tokensAfter: number };

/** The conversation between the service and a model in one task. */
export class ModelTranscript {
  #messages: ModelMessage[];
  /** The index at which each round begins. */
  readonly #rounds: number[] = [];

  constructor(prompt: string) {
    this.#messages = [{ role: "user", content: prompt }];
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** The approximate number of tokens. */
  get tokens(): number {
    return tokensIn(JSON.stringify(this.#messages));
  }

  /** Adds the model's answer and the replies to it. */
  add(...messages: ModelMessage[]): void {
    this.#rounds.push(this.#messages.length);
    this.#messages.push(...messages);
  }

  /**
   * Removes the inputs and outputs of tools from all but the newest rounds; the model's own text stays. `most` keeps only one
   * round. Null when there is nothing to remove.
   */
  condense(most = false): Condensation | null {
    const kept = this.#rounds.at(most ? -1 : -KEPT_ROUNDS) ?? 0;
    const tokensBefore = this.tokens;
    let outputs = 0;
    this.#messages = this.#messages.map((message, i) => {
      if (i >= kept) return message;
      if (message.role === "assistant" && typeof message.content !== "string") {
        const content = message.content.map((part) => {
          const shorter = part.type === "tool-call" ? withoutInput(part) : null;
          if (shorter) outputs++;
          return shorter ?? part;
        });
        return { ...message, content };
      }
      if (message.role !== "tool") return message;
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

type AssistantPart = Exclude<Extract<ModelMessage, { role: "assistant" }>["content"], string>[number];
type ToolCall = Extract<AssistantPart, { type: "tool-call" }>;

/** A written file is in the worktree, so the model can read it again. */
function withoutInput(part: ToolCall): ToolCall | null {
  const input = recordOf(part.input);
  const long = Object.entries(input).flatMap(([name, value]) =>
    typeof value === "string" && value.length >= MIN_CHARACTERS ? [[name, value] as const] : []
  );
  if (long.length === 0) return null;
  const notes = long.map((
    [name, value],
  ) => [name, `[${value.length} characters were removed to save space]`]);
  return { ...part, input: { ...input, ...Object.fromEntries(notes) } };
}

function withoutOutput(part: ToolResult): ToolResult | null {
  const { output } = part;
  if ((output.type !== "text" && output.type !== "error-text") || output.value.length < MIN_CHARACTERS) {
    return null;
  }
  const note =
    `[${output.value.length} characters of output were removed to save space. Use the tool again if you need them.]`;
  return { ...part, output: { type: output.type, value: note } };
}
