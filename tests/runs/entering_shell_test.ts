import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { TestRepository } from "../git.ts";
import { sandboxTest } from "../sandbox.ts";
import { enter, startShell } from "./enter.ts";
import { runToRest } from "./scenario.ts";

sandboxTest("a person's shell runs nothing on its own that others left in the home directory", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const command = `printf 'echo "$1" > from-rc.txt\\n' > ~/.bashrc; cp ~/.bashrc ~/.profile; ` +
    `printf '"1": "from-inputrc"\\n' > ~/.inputrc`;
  const failed = await runToRest(h, repository, { request: "run test -e there.txt", setup: { command } });
  const params = { id: failed.id };
  const { place } = await enter(h, failed.id);
  assert.match(place.shell!.environment.SHELL!, /sh$/, "no other shell reads its files first");
  assert.ok(place.shell!.argv.join(" ").includes(place.shell!.environment.SHELL!));
  const output = async (lines: string) => {
    const shell = startShell(place);
    const input = shell.stdin.getWriter();
    await input.write(new TextEncoder().encode(`${lines}\nexit\n`));
    const { stdout } = await shell.output();
    await input.close().catch(() => {});
    return new TextDecoder().decode(stdout);
  };
  assert.doesNotMatch(await output("echo typed1; ls"), /from-/);
  assert.match(await output(". ~/.bashrc; ls"), /from-rc/, "control: it does so when it is told to");
  assert.match(await output("bind -f ~/.inputrc\necho typed1"), /from-inputrc/, "control");
  await h.operator("POST /runs/:id/cancel", { params, body: {} });
});
