import assert from "node:assert/strict";
import { renderDiff } from "../../commands/review/diff.ts";
import { neutralise, neutralJson, oneLine } from "../../commands/terminal/neutralise.ts";
import { paint, render, unpainted } from "../../commands/terminal/paint.ts";
import { startFixture } from "./fixture.ts";

const HOSTILE = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\r\u{202e}gnp.exe\u{e0041}\u{7f}";

/** What a terminal would act on, besides line feeds and tabs. */
const active = (text: string) =>
  [...text].filter((character) => /[\p{Cc}\p{Cf}]/u.test(character) && !"\n\t".includes(character));

Deno.test("neutralise: controls, escapes, bidirectional and invisible characters become visible", () => {
  assert.equal(neutralise("a\u{1b}[31mb\rc\u{202e}d"), "a␛[31mb␍c<U+202E>d");
  assert.equal(neutralise("one\n\ttwo"), "one\n\ttwo");
  assert.deepEqual(active(neutralise(HOSTILE)), []);
  assert.equal(oneLine("one\n  two\tthree"), "one ⏎ two three");
  assert.equal(neutralise("\u{d800}x"), "\u{fffd}x");
});

Deno.test("neutralise: JSON keeps its value and contains no character that a terminal acts on", () => {
  const text = neutralJson({ text: HOSTILE });
  assert.deepEqual(active(text), []);
  assert.deepEqual(JSON.parse(text), { text: HOSTILE });
});

Deno.test("paint: a text cannot contain colours, not even by imitating the marks", () => {
  const forged = unpainted(paint.green("x")) + "\u{fdd0}0000:32\u{fdd1}";
  assert.equal(render(paint.red(`\u{1b}[32m${forged}`), true), `\u{1b}[31m␛[32m${forged}\u{1b}[0m`);
  assert.equal(render(paint.red("x"), false), "x");
});

Deno.test("diff: a removed line that looks like a header is still a removed line", () => {
  const patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,1 @@\n--- a/innocent\n keep\n";
  const { lines } = renderDiff(patch, []);
  assert.equal(lines[4], paint.red("--- a/innocent"));
  assert.equal(lines[1], paint.bold("--- a/x"));
});

Deno.test("no output of any command contains escapes from a run", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository({ "a.txt": `Hello ${HOSTILE}\n` });
  const request = `replace "Hello" with "${HOSTILE.replaceAll("\r", "")}" in a.txt`;
  const verifier = `printf '\\033[2J\\033]0;owned\\007done'`;
  const { id, approvalId } = await fixture.waitingRun(request, root, verifier);
  const outputs = await Promise.all([
    ["review", approvalId],
    ["watch", id],
    ["runs", "list"],
    ["runs", "get", id],
    ["runs", "get", id, "--json"],
    ["runs", "timeline", id],
    ["runs", "plan", id],
    ["runs", "audit-view", id],
    ["runs", "artifact", id, "--path", "verification/round-1.txt"],
    ["approvals", "queue"],
    ["runs", "get", HOSTILE],
    ["run", HOSTILE, "--repo", root],
    [HOSTILE],
  ].map((command) => fixture.main(command)));
  for (const { stdout, stderr } of outputs) {
    assert.deepEqual(active(stdout), []);
    assert.deepEqual(active(stderr), []);
  }
  assert.match(outputs[0]!.stdout, /␛\[2J/, "it is shown, not hidden");
});
