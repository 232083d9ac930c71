import assert from "node:assert/strict";
import { HELP_FILE, renderHelp } from "../golden/help.ts";
import { runCli } from "./fixture.ts";

Deno.test("help: every command's is as the golden file has it (deno run -A tests/golden/help.ts writes it)", async () => {
  assert.equal(await renderHelp(), await Deno.readTextFile(HELP_FILE));
});

Deno.test("help: on stdout with 0, by flag and by word, and the version alone", async () => {
  const [bare, root, leaf, word, version, missing] = await Promise.all([
    runCli([]),
    runCli(["--help"]),
    runCli(["runs", "list", "--help"]),
    runCli(["help", "runs", "list"]),
    runCli(["--version"]),
    runCli(["runs"]),
  ]);
  assert.equal(root.code, 0);
  assert.equal(bare.code, 0);
  assert.equal(bare.stdout, root.stdout);
  for (const text of ["Start here:", "Work:", "Examples:", "Exit codes:", "agent-harness demo"]) {
    assert.ok(root.stdout.includes(text), text);
  }
  assert.equal(leaf.code, 0);
  assert.match(leaf.stdout, /^Usage: agent-harness runs list/);
  assert.equal(word.stdout, leaf.stdout);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  assert.equal(missing.code, 2);
});

Deno.test("help: every command's has examples", async () => {
  const pages = (await renderHelp()).split(/^━━━ /m).slice(1);
  const without = pages.filter((page) => !/^Examples:\n {2}\$ /m.test(page)).map((page) =>
    page.split("\n")[0]
  );
  assert.deepEqual(without, []);
});
