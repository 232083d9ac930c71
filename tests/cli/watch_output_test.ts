import assert from "node:assert/strict";
import { SharedDirectory } from "../shared_directory.ts";
import { startFixture } from "./fixture.ts";

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
