import type { Protocol } from "./question.ts";

// deno-lint-ignore no-explicit-any
type Body = Record<string, any>;

/** What the real service would refuse in a request, in one sentence; null when it would take it. */
export const protocolProblem = (protocol: Protocol, headers: Headers, body: Body): string | null =>
  !body.model
    ? "you must provide a model parameter"
    : protocol === "responses"
    ? (Array.isArray(body.input) ? null : "input: at least one item is required")
    : !Array.isArray(body.messages) || body.messages.length === 0
    ? "messages: at least one message is required"
    : protocol === "openai"
    ? openaiProblem(body.messages)
    : anthropicProblem(headers, body);

function openaiProblem(messages: Body[]): string | null {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id)) {
        return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'";
      }
      continue;
    }
    if (open.size > 0) return `tool_call_ids did not have response messages: ${[...open].join(", ")}`;
    open = new Set((message.tool_calls ?? []).map(({ id }: Body) => id));
    for (const call of message.tool_calls ?? []) {
      if (!isJson(call.function.arguments)) return "tool_calls: arguments must be valid JSON";
    }
  }
  return open.size > 0 ? `tool_call_ids did not have response messages: ${[...open].join(", ")}` : null;
}

function anthropicProblem(headers: Headers, { messages, max_tokens }: Body): string | null {
  if (!headers.get("anthropic-version")) return "anthropic-version: header is required";
  if (!Number.isInteger(max_tokens)) return "max_tokens: Field required";
  if (messages[0].role !== "user") return 'messages: first message must use the "user" role';
  let open = new Set<string>();
  for (const { role, content } of messages) {
    const blocks: Body[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
    if (blocks.some(({ type, text }) => type === "text" && text === "")) {
      return "messages: text content blocks must be non-empty";
    }
    if (role === "user") {
      for (const { type, tool_use_id } of blocks) {
        if (type === "tool_result" && !open.delete(tool_use_id)) {
          return `unexpected tool_use_id found in tool_result blocks: ${tool_use_id}`;
        }
      }
      if (open.size > 0) return `tool_use ids were found without tool_result blocks: ${[...open].join(", ")}`;
    } else {
      open = new Set(blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id));
    }
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
