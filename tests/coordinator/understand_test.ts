import assert from "node:assert/strict";
import fc from "fast-check";
import type { MessageIntent } from "../../services/conversation/coordinator/messages/words/intent.ts";
import { understand } from "../../services/conversation/coordinator/messages/words/understand.ts";
import { assertGrowsWithSize } from "../growth.ts";

const start = (request: string, explicit = false, repoPath: string | null = null): MessageIntent => ({
  kind: "start",
  request,
  repoPath,
  explicit,
});

const TABLE: readonly (readonly [string, MessageIntent])[] = [
  ["help", { kind: "help" }],
  ["What can you do?", { kind: "help" }],
  ["status", { kind: "status" }],
  ["How's it going?", { kind: "status" }],
  ["what is going on", { kind: "status" }],
  ["show me the plan", { kind: "plan" }],
  ["report", { kind: "status" }],
  ["Give me a report", { kind: "status" }],
  ["diff", { kind: "changes" }],
  ["show me the diff", { kind: "changes" }],
  ["Show the patch.", { kind: "changes" }],
  ["what changed?", { kind: "changes" }],
  ["list runs", { kind: "runs" }],
  ["show me all runs", { kind: "runs" }],
  ["which models are ready?", { kind: "models" }],
  ["models", { kind: "models" }],
  ["block task 1", { kind: "card", move: "block", target: "task_1" }],
  ["escalate task_2", { kind: "card", move: "escalate", target: "task_2" }],
  ["block the task", { kind: "card", move: "block", target: null }],
  ["block the road", { kind: "unclear" }],
  ["change the diff", { kind: "unclear" }],
  ["What needs me?", { kind: "needs_me" }],
  ["what is waiting?", { kind: "needs_me" }],
  ["Is anything blocked?", { kind: "needs_me" }],
  ["undo the last run", { kind: "unclear" }],
  ["is anything waiting for me", { kind: "needs_me" }],
  ["list approvals", { kind: "approvals" }],
  ["which approvals are pending?", { kind: "approvals" }],
  ["why did it fail?", { kind: "explain" }],
  ["What went wrong", { kind: "explain" }],
  ["guide task_1: use tabs", { kind: "guide", target: "task_1", content: "use tabs" }],
  ["tell task_2 to use tabs", { kind: "guide", target: "task_2", content: "use tabs" }],
  ["guidance: use tabs", { kind: "guide", target: null, content: "use tabs" }],
  ["pause", { kind: "move", move: "pause" }],
  ["Can you pause the run?", { kind: "move", move: "pause" }],
  ["resume it", { kind: "move", move: "resume" }],
  ["cancel: too slow", { kind: "move", move: "cancel", reason: "too slow" }],
  ["cancel the run because it is too slow", { kind: "move", move: "cancel", reason: "it is too slow" }],
  ["cancel?", { kind: "unclear" }],
  ["pause the music", { kind: "unclear" }],
  ["stop", { kind: "stop" }],
  ["continue", { kind: "go_on" }],
  ["retry", { kind: "retry" }],
  ["remember this: use tabs", { kind: "remember", content: "use tabs", scope: "conversation" }],
  ["remember for this project: x", { kind: "remember", content: "x", scope: "project" }],
  ["no, because it breaks", { kind: "reject", words: "it breaks" }],
  ["No. Because it breaks", { kind: "reject", words: "it breaks" }],
  ["reject: it breaks", { kind: "reject", words: "it breaks" }],
  ["don’t apply this: it breaks", { kind: "reject", words: "it breaks" }],
  ["no", { kind: "reject", words: "" }],
  ["no problem", { kind: "unclear" }],
  ["no, it's fine", { kind: "unclear" }],
  ["no?", { kind: "unclear" }],
  ["reject it?", { kind: "unclear" }],
  ["rework: use tabs", { kind: "rework", words: "use tabs" }],
  ["no, rework: use tabs", { kind: "rework", words: "use tabs" }],
  ["yes", { kind: "approve" }],
  ["run it", { kind: "approve" }],
  ["run npm test", start("run npm test")],
  ["run: npm test", start("npm test", true)],
  ["please run: tidy up", start("tidy up", true)],
  ['create a.md with "yes, approve"', start('create a.md with "yes, approve"')],
  ['in /tmp/x: create a.md with "b"', start('create a.md with "b"', false, "/tmp/x")],
  ["create something nice", { kind: "unclear" }],
  ["", { kind: "unclear" }],
];

Deno.test("understand takes each phrasing for what it says", () => {
  for (const [text, intent] of TABLE) assert.deepEqual(understand(text), intent, text);
});

Deno.test("understand is the same for any casing, with politeness before it and space around it", () => {
  const phrase = fc.constantFrom(...TABLE.filter(([, { kind }]) => !["start", "unclear"].includes(kind)));
  const before = fc.constantFrom("", "please ", "Hey, ", "coordinator: ", "  \n");
  fc.assert(fc.property(phrase, before, fc.boolean(), ([text, { kind }], polite, upper) => {
    assert.equal(understand(`${polite}${upper ? text.toUpperCase() : text} \n`).kind, kind);
  }));
});

Deno.test("understand never takes long, whatever it is given", () => {
  const parts = [
    "no ",
    "no, ",
    "guide ",
    "task_1 ",
    "in /a",
    ":",
    " ",
    "a",
    "run ",
    "what ",
    "for ",
    "\n",
    "please ",
    "because ",
    "show me the ",
    "block task ",
  ];
  for (const part of parts) {
    for (const end of ["", "!", "x", "?"]) {
      const text = (size: number) => part.repeat(Math.floor(size / part.length)) + end;
      assertGrowsWithSize((size) => understand(text(size)), 100_000, JSON.stringify([part, end]));
    }
  }
});
