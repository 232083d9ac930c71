import assert from "node:assert/strict";
import fc from "fast-check";
import { passageOf } from "../../../services/sessions/models/proxy/paths.ts";
import { PROVIDER_KINDS } from "../../../services/sessions/provider_kinds/kinds/table.ts";
import { UsageReader } from "../../../services/sessions/models/proxy/usage.ts";

const stream = (...messages: unknown[]): string =>
  messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join("");

const ANSWERS: readonly { name: string; text: string; streamed: boolean; input: number; finish: string }[] = [
  {
    name: "chat completions",
    streamed: true,
    text: `${
      stream({ choices: [{ delta: { content: "…" } }] }, { choices: [{ finish_reason: "stop" }] }, {
        choices: [],
        usage: { prompt_tokens: 12, completion_tokens: 3 },
      })
    }data: [DONE]\n\n`,
    input: 12,
    finish: "stop",
  },
  {
    name: "messages",
    streamed: true,
    text: stream(
      { type: "message_start", message: { usage: { input_tokens: 12, output_tokens: 1 } } },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
    ),
    input: 12,
    finish: "end_turn",
  },
  {
    name: "messages with a cache",
    streamed: true,
    text: stream(
      {
        type: "message_start",
        message: {
          usage: {
            input_tokens: 2,
            cache_creation_input_tokens: 3,
            cache_read_input_tokens: 7,
            output_tokens: 1,
          },
        },
      },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
    ),
    input: 12,
    finish: "end_turn",
  },
  {
    name: "responses",
    streamed: true,
    text: stream({ type: "response.completed", response: { usage: { input_tokens: 12, output_tokens: 3 } } }),
    input: 12,
    finish: "stop",
  },
  {
    name: "responses that were cut at their longest",
    streamed: true,
    text: stream({
      type: "response.incomplete",
      response: {
        incomplete_details: { reason: "max_output_tokens" },
        usage: { input_tokens: 12, output_tokens: 3 },
      },
    }),
    input: 12,
    finish: "max_output_tokens",
  },
  {
    name: "Google's",
    streamed: true,
    text: stream({
      candidates: [{ finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 3 },
    }),
    input: 12,
    finish: "STOP",
  },
  {
    name: "Google's with thoughts",
    streamed: true,
    text: stream({
      candidates: [{ finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 1, thoughtsTokenCount: 2 },
    }),
    input: 12,
    finish: "STOP",
  },
  {
    name: "a whole message",
    streamed: false,
    text: JSON.stringify({ stop_reason: "end_turn", usage: { input_tokens: 12, output_tokens: 3 } }),
    input: 12,
    finish: "end_turn",
  },
];

for (const { name, text, streamed, input, finish } of ANSWERS) {
  Deno.test(`UsageReader reads ${name} the same however the bytes are cut`, () => {
    const bytes = new TextEncoder().encode(text);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 }), (cuts) => {
        const reader = new UsageReader(streamed);
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        for (let i = 1; i < places.length; i++) reader.add(bytes.subarray(places[i - 1], places[i]));
        reader.end();
        assert.deepEqual([reader.usage.input, reader.usage.output, reader.finish], [input, 3, finish]);
        assert.ok(reader.isWhole);
      }),
    );
  });
}

Deno.test("UsageReader: what is not an answer is not known, and a stream without its end is not whole", () => {
  const reader = new UsageReader(true);
  reader.add(new TextEncoder().encode(`${stream({ choices: [{ delta: {} }] })}data: {"choi`));
  reader.end();
  assert.deepEqual([reader.usage, reader.isWhole], [{ input: null, output: null, cached: null }, false]);
});

Deno.test("UsageReader reads messages of several lines, other line ends, and a last one without its empty line", () => {
  const reader = new UsageReader(true);
  const usage = `data: {"usage":\r\ndata: {"prompt_tokens": 12, "completion_tokens": 3}}\r\n\r\n`;
  reader.add(new TextEncoder().encode(`: a comment\r\n${usage}data: {"choices":[{"finish_reason":"stop"}]}`));
  reader.end();
  assert.deepEqual([reader.usage.input, reader.usage.output, reader.finish], [12, 3, "stop"]);
});

Deno.test("UsageReader leaves out a message that is too long to keep, and reads those after it", () => {
  const reader = new UsageReader(true);
  const add = (text: string) => reader.add(new TextEncoder().encode(text));
  add('data: {"choices":[{"delta":{"content":"');
  for (let i = 0; i < 10; i++) add("x".repeat(1024 * 1024));
  add('"}}]}\n\n');
  add(stream({ choices: [{ finish_reason: "stop" }], usage: { prompt_tokens: 12, completion_tokens: 3 } }));
  reader.end();
  assert.deepEqual([reader.usage.input, reader.finish], [12, "stop"]);
});

Deno.test("passageOf lets through what a kind of provider speaks, and nothing else", () => {
  const of = (
    id: "openai-compatible" | "anthropic",
    method: string,
    path: string,
    baseUrl = "http://m/v1",
  ) => passageOf({ id: "p", kind: PROVIDER_KINDS.find((kind) => kind.id === id)!, baseUrl }, method, path);
  assert.deepEqual(of("openai-compatible", "POST", "/v1/chat/completions"), {
    ok: true,
    target: "http://m/v1/chat/completions",
    generates: true,
  });
  assert.deepEqual(of("anthropic", "POST", "/v1/messages/count_tokens"), {
    ok: true,
    target: "http://m/v1/messages/count_tokens",
    generates: false,
  });
  const google = "http://g/v1beta/openai";
  assert.deepEqual(of("openai-compatible", "POST", "/v1beta/models/g-1:streamGenerateContent", google), {
    ok: true,
    target: "http://g/v1beta/models/g-1:streamGenerateContent",
    generates: true,
    model: "g-1",
  });
  for (
    const [kind, method, path] of [
      ["anthropic", "POST", "/v1/chat/completions"],
      ["openai-compatible", "POST", "/v1/messages"],
      ["openai-compatible", "GET", "/v1/files"],
      ["openai-compatible", "DELETE", "/v1/models"],
      ["openai-compatible", "POST", "/v1/../admin"],
      ["openai-compatible", "POST", "/v1beta/models/g-1:streamGenerateContent"],
    ] as const
  ) {
    assert.equal(of(kind, method, path).ok, false, `${method} ${path}`);
  }
});
