export type Protocol = "openai" | "anthropic" | "responses";

/** A request of the service to a model, in one form for all protocols. */
export type Question = {
  protocol: Protocol;
  /** Counts from 1. */
  number: number;
  model: string;
  streaming: boolean;
  headers: Headers;
  /** What stands before the conversation. */
  system: string;
  /** Everything that users and tools said, in order, as text. */
  said: string[];
  /** The results of the tools that were used last, in order. */
  results: string[];
  tools: string[];
  /** As it came. */
  body: Body;
};

// deno-lint-ignore no-explicit-any
type Body = Record<string, any>;

/** Reads a request body of a protocol. */
export function questionOf(protocol: Protocol, number: number, headers: Headers, body: Body): Question {
  const messages: Body[] = body.messages ?? [];
  const read = protocol === "openai"
    ? openai(messages)
    : protocol === "anthropic"
    ? anthropic(body, messages)
    : responses(body);
  return {
    protocol,
    number,
    model: body.model,
    streaming: body.stream === true,
    headers,
    tools: (body.tools ?? []).map((tool: Body) => tool.function?.name ?? tool.name),
    body,
    ...read,
  };
}

function openai(messages: Body[]) {
  const isSystem = ({ role }: Body) => role === "system" || role === "developer";
  const from = messages.findLastIndex(({ role }) => role === "assistant") + 1;
  return {
    system: messages.filter(isSystem).map(({ content }) => textOf(content)).join("\n"),
    said: messages.filter(({ role }) => role === "user" || role === "tool").map(({ content }) =>
      textOf(content)
    ),
    results: messages.slice(from).filter(({ role }) => role === "tool").map(({ content }) => textOf(content)),
  };
}

function anthropic(body: Body, messages: Body[]) {
  const blocks = (message: Body): Body[] =>
    typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
  const users = messages.filter(({ role }) => role === "user");
  const last = messages.at(-1);
  return {
    system: textOf(body.system ?? ""),
    said: users.flatMap(blocks).map((block) =>
      block.type === "tool_result" ? textOf(block.content) : block.text
    ),
    results: last?.role === "user"
      ? blocks(last).filter(({ type }) => type === "tool_result").map(({ content }) => textOf(content))
      : [],
  };
}

function responses({ instructions, input }: Body) {
  const items: Body[] = input;
  const from = items.findLastIndex(({ type, role }) => type === "function_call" || role === "assistant") + 1;
  const outputs = (each: Body[]) =>
    each.filter(({ type }) => type === "function_call_output").map(({ output }) => textOf(output));
  return {
    system: instructions ?? "",
    said: items.filter(({ role }) => role === "user").map(({ content }) => textOf(content)),
    results: outputs(items.slice(from)),
  };
}

const textOf = (content: string | Body[]): string =>
  typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n");
