import assert from "node:assert/strict";
import { threadMilliseconds } from "../../services/ground/kernel/thread_time.ts";
import { ProgramOutput } from "../../services/workforce/worker_kinds/command/stream_json.ts";

const heard = () => {
  const words: string[] = [];
  const output = new ProgramOutput({ stream: (text) => void words.push(text), report: () => {} });
  return { output, words };
};

Deno.test("a program's output is the same in whatever pieces it comes", () => {
  const said = JSON.stringify({ type: "assistant", message: { content: [{ type: "text", text: "hello" }] } });
  const printed = `plain\n\n${said}\n{ not JSON\nend`;
  for (const length of [1, 2, 7, printed.length]) {
    const { output, words } = heard();
    for (let at = 0; at < printed.length; at += length) output.push(printed.slice(at, at + length));
    output.finish();
    assert.equal(words.join(""), "plain\n\nhello\n{ not JSON\nend", `${length}`);
  }
});

Deno.test("a long line that comes in small pieces takes no longer than its length", () => {
  const { output, words } = heard();
  const before = threadMilliseconds();
  for (let at = 0; at < 10_000; at++) output.push(`{${"a".repeat(100)}`);
  output.finish();
  assert.ok(threadMilliseconds() - before < 1_000);
  assert.equal(words.join("").length, 10_000 * 101 + 1);
});
