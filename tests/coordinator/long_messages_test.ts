import assert from "node:assert/strict";
import { threadMilliseconds } from "../../services/ground/kernel/thread_time.ts";
import { understand } from "../../services/conversation/coordinator/messages/words/understand.ts";
import { harness } from "../harness.ts";
import { Conversation } from "./conversation.ts";

const LENGTH = 99_000;
/** Of a whole request, with all that it records and answers. */
const MAX_MILLISECONDS = 250;

Deno.test("no message of spaces or lines holds the service, whatever word it begins with", async () => {
  await using h = await harness();
  const conversation = await Conversation.begin(h);
  await conversation.say("warm", {}, "agent");
  for (
    const word of ["no", "cancel", "pause", "remember", "guide", "rework", "what", "run", "buy", "list files"]
  ) {
    for (const unit of [" ", "\n", " \n", "a b\n"]) {
      const before = threadMilliseconds();
      await conversation.say(`${word}${unit.repeat(LENGTH / unit.length)}x`, {}, "agent");
      const took = threadMilliseconds() - before;
      assert.ok(took < MAX_MILLISECONDS, `${word} + ${JSON.stringify(unit)}: ${Math.round(took)} ms`);
    }
  }
});

Deno.test("no request of spaces or lines holds the service", async () => {
  await using h = await harness();
  for (const path of ["/runs", "/coordinator/runs"]) {
    for (const unit of [" ", "\n", " \n", "a\n", "“"]) {
      const request = `buy${unit.repeat(LENGTH / unit.length)}x`;
      const before = threadMilliseconds();
      await h.json("POST", path, { request, repoPath: h.directory });
      const took = threadMilliseconds() - before;
      assert.ok(took < MAX_MILLISECONDS, `${path} ${JSON.stringify(unit)}: ${Math.round(took)} ms`);
    }
  }
  const before = threadMilliseconds();
  const lines = await h.json("POST", "/workflow-builder/assist", { content: "a\n".repeat(9_999) });
  assert.equal(lines.status, 400);
  assert.match(lines.body.error, /The request has 9999 statements. At most 500 can become a workflow/);
  assert.ok(threadMilliseconds() - before < MAX_MILLISECONDS);
});

Deno.test("a long message means what its beginning says, with all of its words", () => {
  const words = "because the tests are red ".repeat(500).trim();
  assert.deepEqual(understand(`no, ${words}`), { kind: "reject", words: words.replace(/^because /, "") });
  assert.deepEqual(understand(`guide the worker: ${words}`), { kind: "guide", target: null, content: words });
  assert.deepEqual(understand(`remember that ${words}`), {
    kind: "remember",
    content: words,
    scope: "conversation",
  });
  assert.equal(understand(`pause: ${words}`).kind, "move");
  assert.equal(understand(`no, ${words}?`).kind, "unclear");
  assert.equal(understand(`cancel${" ".repeat(3_000)}${words}`).kind, "unclear");
});
