import assert from "node:assert/strict";
import { SharedDirectory } from "../shared_directory.ts";
import { watchRun } from "../../commands/watch.ts";
import { fakeShell, startFixture } from "./fixture.ts";

Deno.test("watch --output prints what a command writes while it runs, line by line and without its controls", async () => {
  await using fixture = await startFixture();
  using shared = new SharedDirectory(fixture.storage);
  const root = await fixture.repository();
  const command = `until test -e ${
    shared.path("go")
  }; do printf 'still \\033[31mhere\\n'; sleep 0.05; done; echo made > made.txt`;
  const body = { request: `run ${command}`, repoPath: root };
  const { id } = await fixture.connection.call("POST /coordinator/runs", { body });
  const child = fixture.spawn(["watch", id, "--output"]);
  await child.stdin.close();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/^│.*\n/m.test(text)) text += (await reader.read()).value ?? assert.fail(text);
  assert.match(text, /^│ still ␛\[31mhere$/m);
  Deno.writeTextFileSync(shared.path("go"), "");
  while (!(await reader.read()).done);
  await child.stderr.cancel();
  assert.equal((await child.status).code, 7);
});

Deno.test("watch shows the newest line of what runs on one line of a terminal, which the next event takes away", async () => {
  await using fixture = await startFixture();
  using shared = new SharedDirectory(fixture.storage);
  const root = await fixture.repository();
  const command = `until test -e ${
    shared.path("go")
  }; do printf '\\033[31mpackage\\n'; sleep 0.05; done; echo made > made.txt`;
  const body = { request: `run ${command}`, repoPath: root };
  const { id } = await fixture.connection.call("POST /coordinator/runs", { body });
  const { shell, printed } = fakeShell([]);
  const seen = Promise.withResolvers<void>();
  const { status } = shell.output;
  shell.output.status = (text) => {
    status(text);
    if (text?.includes("package")) seen.resolve();
  };
  const watched = watchRun(shell, fixture.connection, id, {});
  await seen.promise;
  assert.ok(printed.stderr.includes("␛[31mpackage"), "what it prints has no power over the terminal");
  assert.doesNotMatch(printed.stdout, /package$/m, "it is not one of the lines that stay");
  Deno.writeTextFileSync(shared.path("go"), "");
  assert.equal(await watched, 7);
  const rest = printed.stderr.slice(printed.stderr.lastIndexOf("package"));
  assert.ok(rest.includes("\r\x1b[K"), "it is cleared");
});
