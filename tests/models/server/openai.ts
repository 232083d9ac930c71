import type { Reply, ToolUse, Usage } from "./reply.ts";
import { type Encoder, frame, pieces } from "./wire.ts";

const FINISH = {
  end: "stop",
  tools: "tool_calls",
  length: "length",
  content_filter: "content_filter",
  refusal: "stop",
} as const;

/** Chat completions. @see https://platform.openai.com/docs/api-reference/chat */
export function openaiEncoder(model: string, number: number, includeUsage: boolean): Encoder {
  const head = { id: `chatcmpl-${number}`, created: 1_700_000_000, model };
  const callId = (call: ToolUse, i: number) => call.id ?? `call_${number}_${i}`;
  const chunk = (delta: object, finish: string | null = null) =>
    frame({
      ...head,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
    });
  const beginning = (text: string) => [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...pieces(text).map((content) => chunk({ content })),
  ];
  const whole = (reply: Answer) => ({
    ...head,
    object: "chat.completion",
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: reply.calls.length > 0 && reply.text === "" ? null : reply.text,
        refusal: reply.refusal ?? null,
        ...(reply.calls.length > 0 && {
          tool_calls: reply.calls.map((call, i) => ({
            id: callId(call, i),
            type: "function",
            function: { name: call.name, arguments: argumentsOf(call) },
          })),
        }),
      },
      finish_reason: FINISH[reply.stop],
      logprobs: null,
    }],
    ...(reply.usage && { usage: usageOf(reply.usage) }),
  });
  const streamed = (reply: Answer): Uint8Array[] => [
    ...beginning(reply.text),
    ...(reply.refusal === undefined ? [] : pieces(reply.refusal).map((refusal) => chunk({ refusal }))),
    ...reply.calls.flatMap((call, index) => [
      chunk({
        tool_calls: [{
          index,
          id: callId(call, index),
          type: "function",
          function: { name: call.name, arguments: "" },
        }],
      }),
      ...pieces(argumentsOf(call)).map((part) =>
        chunk({ tool_calls: [{ index, function: { arguments: part } }] })
      ),
    ]),
    chunk({}, FINISH[reply.stop]),
    ...(reply.usage && includeUsage
      ? [frame({ ...head, object: "chat.completion.chunk", choices: [], usage: usageOf(reply.usage) })]
      : []),
    frame("[DONE]"),
  ];
  return {
    beginning,
    answer: (reply, streaming) => streaming ? streamed(reply) : whole(reply),
    error: ({ status, message, code }) => ({
      error: {
        message,
        type: status === 429 ? "requests" : status < 500 ? "invalid_request_error" : "server_error",
        param: null,
        code,
      },
    }),
  };
}

type Answer = Extract<Reply, { kind: "answer" }>;

const argumentsOf = ({ input }: ToolUse): string => typeof input === "string" ? input : JSON.stringify(input);

const usageOf = ({ input, output }: Usage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
});
