import assert from "node:assert/strict";
import fc from "fast-check";
import { OutputKeeper } from "../../services/machine/processes/output.ts";
import { childEnvironment } from "../../services/machine/processes/environment.ts";
import { readOutput } from "../../services/machine/processes/read_output.ts";
import { timersFireAtOnce } from "../timers.ts";
import { anyText } from "../kit/any_text.ts";

Deno.test("OutputKeeper keeps everything up to its limit, however it is cut into pieces", () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.nat(50), (pieces, spare) => {
    const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
    const keeper = new OutputKeeper(bytes.reduce((size, part) => size + part.length, 0) + spare);
    for (const part of bytes) for (const byte of part) keeper.add(Uint8Array.of(byte));
    assert.deepEqual(keeper.finish(), { output: pieces.join(""), truncated: false, omittedBytes: 0 });
  }));
});

Deno.test("OutputKeeper keeps the start and the end of more, never a part of a character, and counts the rest", () => {
  fc.assert(
    fc.property(
      anyText({ minLength: 40 }),
      fc.integer({ min: 0, max: 30 }),
      fc.nat(9),
      (text, limit, step) => {
        const bytes = new TextEncoder().encode(text);
        const keeper = new OutputKeeper(limit);
        for (let at = 0; at < bytes.length; at += step + 1) keeper.add(bytes.subarray(at, at + step + 1));
        const { output, truncated, omittedBytes } = keeper.finish();
        assert.equal(truncated, true);
        const mark = `\n[… ${omittedBytes} bytes omitted …]\n`;
        const at = output.lastIndexOf(mark);
        const [head, tail] = [output.slice(0, at), output.slice(at + mark.length)];
        assert.ok(text.startsWith(head) && text.endsWith(tail));
        const kept = new TextEncoder().encode(head + tail).length;
        assert.equal(kept + omittedBytes, bytes.length);
        assert.ok(kept <= limit && kept >= limit - 6);
      },
    ),
  );
});

Deno.test("OutputKeeper replaces bytes that are not UTF-8", () => {
  const keeper = new OutputKeeper(100);
  keeper.add(Uint8Array.of(0x61, 0xff, 0x62));
  assert.equal(keeper.finish().output, "a\ufffdb");
});

Deno.test("childEnvironment holds the allow-list, a neutral git and the extra variables, nothing else", () => {
  const environment = childEnvironment({ EXTRA: "1", PATH: "/bin" });
  const allowed =
    /^(?:PATH|HOME|LANG|LC_\w+|TZ|TERM|TMPDIR|USER|LOGNAME|SHELL|EXTRA|GIT_(?:CONFIG|TERMINAL|AUTHOR|COMMITTER)\w+)$/;
  assert.deepEqual(Object.keys(environment).filter((name) => !allowed.test(name)), []);
  assert.deepEqual([environment.EXTRA, environment.PATH], ["1", "/bin"]);
  assert.throws(() => childEnvironment({ agent_harness_token: "x" }), { name: "InvalidError" });
});

Deno.test("a machine that stands still when a command ends loses nothing of what it printed", async () => {
  using _now = timersFireAtOnce();
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const keeper = new OutputKeeper(100);
  const finished = readOutput(pipe.readable, keeper, { onOutput: undefined, redacting: undefined }).finish();
  // All timers are over when it goes on; what lies in the pipe comes after them.
  setTimeout(() => {
    const printed = new Blob(["exit code 3"]).stream();
    printed.pipeTo(pipe.writable).catch(() => {});
  }, 0);
  await finished;
  assert.equal(keeper.finish().output, "exit code 3");
});
