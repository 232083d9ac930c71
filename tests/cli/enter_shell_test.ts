import assert from "node:assert/strict";
import { CLI, startFixture } from "./fixture.ts";
import { denoDirectory } from "../kit/deno_directory.ts";
import { sandboxTest } from "../sandbox.ts";
import { startTerminal } from "./tmux.ts";

sandboxTest(
  "enter: the shell ends with its input where that is no terminal, also if there is none",
  async () => {
    await using fixture = await startFixture();
    const { id } = await fixture.waitingRun('create b.txt with "b"', await fixture.repository());
    const { code, stdout, stderr } = await fixture.run(["enter", id, "--hand-back"], { stdin: "ls\n" });
    assert.equal(code, 0, stderr);
    assert.equal(stdout, "a.txt\nb.txt\n", "only what the commands print");
    assert.equal((await fixture.run(["watch", id])).code, 7);
    const none = await fixture.run(["enter", id, "--hand-back"]);
    assert.equal(none.code, 0, none.stderr);
  },
);

sandboxTest("enter: the prompt of the shell names the directory", async () => {
  await using fixture = await startFixture();
  const { id } = await fixture.waitingRun('create b.txt with "b"', await fixture.repository());
  const command = `${Deno.execPath()} run -A --quiet ${CLI} enter ${id} --url ${fixture.url}`;
  await using terminal = await startTerminal(command, { DENO_DIR: await denoDirectory() });
  await terminal.shows(/^task_\w+[#$]/m);
  await terminal.send("exit");
  await terminal.shows(/Hand the task back/);
});
