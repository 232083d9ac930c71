import type { Reply, ToolUse } from "./reply.ts";
import { type Encoder, frame, pieces } from "./wire.ts";

const STOP = {
  end: "end_turn",
  tools: "tool_use",
  length: "max_tokens",
  content_filter: "refusal",
  refusal: "refusal",
} as const;

const ERROR_TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** Messages. @see https://docs.anthropic.com/en/api/messages-streaming */
export function anthropicEncoder(model: string, number: number): Encoder {
  const head = { id: `msg_${number}`, type: "message", role: "assistant", model };
  const callId = (call: ToolUse, i: number) => call.id ?? `toolu_${number}_${i}`;
  const start = (input: number) =>
    named({
      type: "message_start",
      message: {
        ...head,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: input, output_tokens: 1 },
      },
    });
  const textBlock = (text: string): Uint8Array[] => [
    named({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    named({ type: "ping" }),
    ...pieces(text).map((part) =>
      named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: part } })
    ),
  ];
  const toolBlock = (call: ToolUse, i: number, index: number): Uint8Array[] => [
    named({
      type: "content_block_start",
      index,
      content_block: { type: "tool_use", id: callId(call, i), name: call.name, input: {} },
    }),
    ...pieces(inputOf(call)).map((part) =>
      named({ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: part } })
    ),
    named({ type: "content_block_stop", index }),
  ];
  const streamed = (reply: Answer): Uint8Array[] => {
    const text = reply.text !== "" ? reply.text : reply.refusal ?? "";
    return [
      start(reply.usage?.input ?? 0),
      ...(text === "" ? [] : [...textBlock(text), named({ type: "content_block_stop", index: 0 })]),
      ...reply.calls.flatMap((call, i) => toolBlock(call, i, i + (text === "" ? 0 : 1))),
      named({
        type: "message_delta",
        delta: { stop_reason: STOP[reply.stop], stop_sequence: null },
        usage: { output_tokens: reply.usage?.output ?? 0 },
      }),
      named({ type: "message_stop" }),
    ];
  };
  const whole = (reply: Answer) => {
    const text = reply.text !== "" ? reply.text : reply.refusal ?? "";
    return {
      ...head,
      content: [
        ...(text === "" ? [] : [{ type: "text", text }]),
        ...reply.calls.map((call, i) => ({
          type: "tool_use",
          id: callId(call, i),
          name: call.name,
          input: typeof call.input === "string" ? {} : call.input,
        })),
      ],
      stop_reason: STOP[reply.stop],
      stop_sequence: null,
      usage: { input_tokens: reply.usage?.input ?? 0, output_tokens: reply.usage?.output ?? 0 },
    };
  };
  return {
    beginning: (text) => [start(100), ...textBlock(text)],
    answer: (reply, streaming) => streaming ? streamed(reply) : whole(reply),
    error: ({ status, message }) => ({
      type: "error",
      error: { type: ERROR_TYPES[status] ?? "api_error", message },
      request_id: `req_${number}`,
    }),
  };
}

type Answer = Extract<Reply, { kind: "answer" }>;

const named = (data: { type: string } & Record<string, unknown>): Uint8Array => frame(data, data.type);

const inputOf = ({ input }: ToolUse): string => typeof input === "string" ? input : JSON.stringify(input);
