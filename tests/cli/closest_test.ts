import assert from "node:assert/strict";
import { closest } from "../../commands/closest.ts";
import { runCli } from "./fixture.ts";

Deno.test("closest: finds a word with a typing error, and nothing if no word is close", () => {
  const states = ["queued", "running", "waiting", "completed"];
  assert.equal(closest("wating", states), "waiting");
  assert.equal(closest("runnign", states), "running");
  assert.equal(closest("comp", states), "completed");
  assert.equal(closest("xyz", states), null);
});

Deno.test("did you mean: for a command, a verb, a flag and a value, with exit code 2 and nothing on stdout", async () => {
  const ended = await Promise.all([
    runCli(["doctr"]),
    runCli(["runs", "lsit"]),
    runCli(["runs", "list", "--statsu", "waiting"]),
    runCli(["runs", "list", "--status", "wating"]),
    runCli(["run", "x", "--wtach"]),
  ]);
  const meant = [
    /Did you mean:\n {2}agent-harness doctor\n/,
    /Did you mean:\n {2}agent-harness runs list\n/,
    /Did you mean --status\?/,
    /Did you mean waiting\?/,
    /--watch\?/,
  ];
  for (const [i, { code, stdout, stderr }] of ended.entries()) {
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, meant[i]!);
  }
});
