import assert from "node:assert/strict";
import { helpPages } from "../golden/help.ts";
import { runCli } from "./fixture.ts";

Deno.test("help: is printed to stdout with exit code 0, by flag and by word; so is the version", async () => {
  const [bare, root, leaf, word, version, missing] = await Promise.all([
    runCli([]),
    runCli(["-h"]),
    runCli(["runs", "list", "--help"]),
    runCli(["help", "runs", "list"]),
    runCli(["--version"]),
    runCli(["runs"]),
  ]);
  assert.equal(root.code, 0);
  assert.equal(bare.code, 0);
  assert.equal(bare.stdout, root.stdout);
  for (const text of ["Get started:", "Work:", "Examples:", "Exit codes:", "agent-harness demo"]) {
    assert.ok(root.stdout.includes(text), text);
  }
  assert.equal(leaf.code, 0);
  assert.match(leaf.stdout, /^Usage: agent-harness runs list/);
  assert.equal(word.stdout, leaf.stdout);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  assert.equal(missing.code, 2);
});

Deno.test("help about a word that names no command says what is meant, by flag and by word", async () => {
  for (const words of [["artifacts", "--help"], ["-h", "artifacts"], ["help", "artifacts"]]) {
    const { code, stderr, stdout } = await runCli(words);
    assert.deepEqual([code, stdout], [2, ""], words.join(" "));
    assert.match(
      stderr,
      /unknown command 'artifacts'\. Did you mean:\n {2}agent-harness runs artifacts <run>/,
    );
  }
  const within = await runCli(["runs", "lst", "--help"]);
  assert.equal(within.code, 2);
  assert.match(within.stderr, /unknown command 'runs lst'\. Did you mean:\n {2}agent-harness runs list\n/);
});

Deno.test("help: every command has examples", async () => {
  const pages = await helpPages();
  assert.ok(pages.length > 100);
  assert.deepEqual(
    pages.filter(({ text }) => !/^Examples:\n {2}\$ /m.test(text)).map(({ title }) => title),
    [],
  );
});
