import type { Reply, ToolUse, Usage } from "./reply.ts";
import { type Encoder, frame, pieces } from "./wire.ts";

/** Responses. @see https://platform.openai.com/docs/api-reference/responses */
export function responsesEncoder(model: string, number: number): Encoder {
  const head = { id: `resp_${number}`, object: "response", created_at: 1_700_000_000, model };
  const message = (text: string) => ({
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  });
  const event = (type: string, data: object) => frame({ type, ...data }, type);
  const itemsOf = ({ text, calls }: Answer) => [
    ...(text === "" ? [] : [message(text)]),
    ...calls.map((call, i) => callOf(call, number, i)),
  ];
  const whole = (reply: Answer) => ({
    ...head,
    status: "completed",
    output: itemsOf(reply),
    usage: usageOf(reply.usage ?? { input: 0, output: 0 }),
  });
  const beginning = (text: string) => [
    event("response.created", { response: { ...head, status: "in_progress", output: [] } }),
    event("response.output_item.added", {
      output_index: 0,
      item: { ...message(""), status: "in_progress", content: [] },
    }),
    ...pieces(text).map((delta) =>
      event("response.output_text.delta", {
        item_id: `msg_${number}`,
        output_index: 0,
        content_index: 0,
        delta,
      })
    ),
  ];
  return {
    beginning,
    answer: (reply, streaming) =>
      streaming
        ? [
          ...beginning(reply.text),
          ...itemsOf(reply).map((item, output_index) =>
            event("response.output_item.done", { output_index, item })
          ),
          event("response.completed", { response: whole(reply) }),
        ]
        : whole(reply),
    error: ({ message, code }) => ({ error: { message, type: "invalid_request_error", param: null, code } }),
  };
}

type Answer = Extract<Reply, { kind: "answer" }>;

const callOf = ({ name, input, id }: ToolUse, number: number, i: number) => ({
  id: `fc_${number}_${i}`,
  type: "function_call",
  status: "completed",
  call_id: id ?? `call_${number}_${i}`,
  name,
  arguments: typeof input === "string" ? input : JSON.stringify(input),
});

const usageOf = ({ input, output }: Usage) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
});
