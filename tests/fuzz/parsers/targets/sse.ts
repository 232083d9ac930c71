import assert from "node:assert/strict";
import { readFrames, type StreamFrame } from "../../../../client/sse.ts";
import { UsageReader } from "../../../../services/sessions/models/proxy/usage.ts";
import { bytesOf, size, textOf, utf8 } from "../bytes.ts";
import type { Target } from "../engine.ts";

const SEEDS = [
  'id: 1\nevent: run\ndata: {"a":1}\n\n: comment\n\ndata: x\ndata: y\n\nretry: 3000\n\n',
  'data: {"choices":[{"delta":{"content":"x"},"finish_reason":null}]}\r\n\r\ndata: {"usage":{"prompt_tokens":3,"completion_tokens":4}}\r\n\r\ndata: [DONE]\r\n\r\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}\n\n',
  "\ufeffdata:é\rid\rdata\r\r",
];

/** Event streams: the same frames however the bytes come, those of a second reader, and tokens that are counts. */
export const sse: Target = {
  name: "sse",
  seeds: () => SEEDS.map(utf8),
  words: [
    "data:",
    "data: ",
    "id: ",
    "event: ",
    "retry: ",
    ":",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "\0",
    "[DONE]",
    '{"usage":{',
    '"finish_reason":"stop"',
    '"error":{"message":"x"}',
  ],
  mostBytes: 8_000,
  check: async (given) => {
    // A carriage return alone ends a line, too, but no service sends that, and a reader cannot know that nothing follows it.
    const input = bytesOf(textOf(given).replaceAll(/\r(?!\n)/g, "\n"));
    const [whole, parts] = [await framesOf(input, input.length), await framesOf(input, 7)];
    assert.deepEqual(parts, whole, "the portions decide what is read");
    const text = new TextDecoder().decode(input);
    assert.deepEqual(whole.map(({ data }) => data), dataOf(text), "a second reader finds other frames");
    const usages = [input.length, 2].map((portion) => usageOf(input, portion));
    assert.deepEqual(usages[1], usages[0], "the portions decide the usage");
    for (const count of Object.values(usages[0]!.usage)) assert.ok(count === null || count >= 0);
    return [
      `${size(whole.length)} frames, ${new Set(whole.map(({ event }) => event)).size} kinds, ${
        whole.some(({ id }) => id !== undefined)
      }`,
      `${usages[0]!.finish} ${usages[0]!.error !== null} ${
        Object.values(usages[0]!.usage).map((count) => count !== null)
      }`,
    ];
  },
};

function* portionsOf(input: Uint8Array, portion: number): Generator<Uint8Array> {
  for (let at = 0; at < input.length; at += portion) yield input.slice(at, at + portion);
}

async function framesOf(input: Uint8Array, portion: number): Promise<StreamFrame[]> {
  return await Array.fromAsync(readFrames(ReadableStream.from(portionsOf(input, Math.max(1, portion)))));
}

function usageOf(input: Uint8Array, portion: number) {
  const reader = new UsageReader(true);
  for (const part of portionsOf(input, Math.max(1, portion))) reader.add(part);
  reader.end();
  return { usage: reader.usage, finish: reader.finish, error: reader.error };
}

/** The data of each frame (WHATWG HTML, section 9.2.6) of a text, of which decoding took one byte order mark. */
function dataOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  const frames: string[] = [];
  let data: string[] = [];
  // The last part has no end, and belongs to a frame that has not come whole.
  for (const line of lines.slice(0, -1)) {
    if (line === "") {
      if (data.length > 0) frames.push(data.join("\n"));
      data = [];
      continue;
    }
    const [, name, value = ""] = /^([^:]*)(?:: ?([^]*))?$/.exec(line)!;
    if (name === "data") data.push(value);
  }
  return frames;
}
