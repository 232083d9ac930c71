import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { main } from "../../commands/main.ts";
import { fakeShell, startFixture } from "./fixture.ts";

Deno.test("backup create, backup restore and runs capsule take their file or directory as an argument", async () => {
  await using fixture = await startFixture();
  const at = (name: string) => join(fixture.directory, name);
  const done = async (...words: string[]) => {
    const { code, stdout, stderr } = await fixture.main(words);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  assert.match(await done("backup", "create", at("mine.tar.gz")), /mine\.tar\.gz/);
  const restored = await done("backup", "restore", at("mine.tar.gz"), at("restored"));
  assert.match(restored, /Restored and verified: /);
  assert.ok(existsSync(at("restored")));
  const { id } = await fixture.waitingRun('create b.txt with "b"', await fixture.repository());
  const exported = await done("runs", "capsule", id, at("fix.capsule"), "--yes", "--json");
  assert.ok(existsSync(at("fix.capsule")));
  await done(
    "capsule",
    "open",
    at("fix.capsule"),
    at("opened"),
    "--yes",
    "--signer",
    JSON.parse(exported).signer,
  );
  assert.ok(existsSync(at("opened")));
});

Deno.test("a place that is missing, named twice or where none is taken: the error shows the command", async () => {
  const mistake = async (...args: string[]) => {
    const { shell, printed } = fakeShell(null);
    assert.equal(await main(args, shell), 2, args.join(" "));
    return printed.stderr.split("\n")[0];
  };
  assert.equal(
    await mistake("backup", "restore", "mine.tar.gz"),
    "✗ The directory is missing: agent-harness backup restore mine.tar.gz <directory>",
  );
  assert.equal(
    await mistake("backup", "restore", "mine.tar.gz", "a", "--to", "b"),
    "✗ The argument names a, and --to names b. Leave one of them out.",
  );
  assert.equal(
    await mistake("planner", "export", "calendar.ics"),
    "✗ agent-harness planner export takes no argument. To name the file or directory: " +
      "agent-harness planner export --output calendar.ics",
  );
});
