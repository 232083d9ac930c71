import assert from "node:assert/strict";
import { jsonOf } from "../../../../routes/body.ts";
import { inspectJson } from "../../../../routes/json_text.ts";
import { messageLines } from "../../../../services/workforce/agents/protocol/lines.ts";
import { InvalidError } from "../../../../services/ground/kernel/errors.ts";
import { size, template, utf8 } from "../bytes.ts";
import type { Target } from "../engine.ts";

const WORDS = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  '"a":',
  "\\u",
  "\\ud800",
  "\\\\",
  "\\",
  "null",
  "true",
  "1e999",
  "-0",
  "\0",
  "\ufeff",
  " ",
  "\n",
  "__proto__",
];

/** Depth and repeated keys of a JSON text, found the slow way. */
function inspectSlowly(text: string): { depth: number; isRepeated: boolean } {
  let [depth, isRepeated] = [0, false];
  const walk = (value: unknown, at: number): void => {
    if (typeof value !== "object" || value === null) return;
    depth = Math.max(depth, at);
    for (const inner of Object.values(value)) walk(inner, at + 1);
  };
  walk(JSON.parse(text), 1);
  const outer: (Set<string> | null)[] = [];
  for (const [token, string] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*(?=:)|"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === "{") outer.push(new Set());
    else if (token === "[") outer.push(null);
    else if (token === "}" || token === "]") outer.pop();
    else if (string !== undefined) {
      const key = JSON.parse(string);
      if (outer.at(-1)!.has(key)) isRepeated = true;
      outer.at(-1)!.add(key);
    }
  }
  return { depth, isRepeated };
}

/** JSON bodies: read as `JSON.parse` reads them, or refused with a sentence for a reason that a second reader finds, too. */
export const json: Target = {
  name: "json",
  seeds: () =>
    [
      '{"a":{"b":[1,"x\\n\\u00e9",null]},"c":-1.5e3}',
      '[{"a":1},{"a":2}]',
      '{"a":1,"\\u0061":2}',
      '"\\ud83d\\ude00"',
      "[[[[[]]]]]",
    ].map(utf8),
  words: WORDS,
  check: (input) => {
    try {
      const value = jsonOf(input);
      const text = new TextDecoder().decode(input);
      assert.deepEqual(value, JSON.parse(text), "it is read as something else");
      const [fast, slow] = [inspectJson(text, 64), inspectSlowly(text)];
      assert.deepEqual([fast.depth, fast.repeatedKey !== null], [slow.depth, slow.isRepeated]);
      return [`read ${typeof value} ${fast.depth} ${size(text.length)}`];
    } catch (cause) {
      if (!(cause instanceof InvalidError)) throw cause;
      if (/repeats the key/.test(cause.message)) {
        assert.ok(inspectSlowly(new TextDecoder().decode(input)).isRepeated, "no key is repeated");
      }
      return [`refused: ${template(cause.message)}`];
    }
  },
};

/** The messages of an agent: the same lines however they come, and what is no message is reported. */
export const jsonRpc: Target = {
  name: "json_rpc",
  seeds: () =>
    [
      '{"jsonrpc":"2.0","id":1,"result":{}}\n{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s"}}\n',
      'warning: no message\n\n  {"a":1}  \r\n{broken\n[1]\n',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"é"}}',
    ].map(utf8),
  words: [...WORDS, "\r\n", '"jsonrpc":"2.0"', '"method":"session/update"', '"id":', "é"],
  mostBytes: 8_000,
  check: async (input) => {
    const whole = await linesOf(input, [input.length]);
    const parts = await linesOf(input, [1, 3, 7]);
    assert.deepEqual(parts, whole, "the portions decide what is read");
    const lines = new TextDecoder().decode(input).split("\n").map((line) => line.trim()).filter((line) =>
      line !== ""
    );
    assert.deepEqual(whole.messages, lines.filter(isMessage), "a message is lost or made");
    assert.equal(whole.malformed.length, lines.length - whole.messages.length);
    return [`${size(whole.messages.length)} messages, ${size(whole.malformed.length)} others`];
  },
};

function isMessage(line: string): boolean {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

async function linesOf(input: Uint8Array, portions: readonly number[]) {
  const malformed: string[] = [];
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0, i = 0; at < input.length; i++) {
        const end = at + portions[i % portions.length]!;
        controller.enqueue(input.slice(at, end));
        at = end;
      }
      controller.close();
    },
  });
  const text = await new Response(
    stream.pipeThrough(
      messageLines({ malformed: (line) => malformed.push(line), touched: () => {} }),
    ) as ReadableStream<Uint8Array<ArrayBuffer>>,
  ).text();
  return { messages: text.split("\n").filter((line) => line !== ""), malformed };
}
