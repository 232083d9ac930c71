import assert from "node:assert/strict";
import { join } from "node:path";
import { runGit } from "../../services/machine/repositories/git/git.ts";
import { makeFixture, tryGit, writeFiles } from "./fixtures.ts";
import { makeSentinel, type Trap, TRAPS } from "./malicious_fixtures.ts";

/** What a setting of ours overrides even where git reads the configuration and the hooks of the target itself. */
const OVERRIDDEN = [
  "hook post-index-change",
  "hook reference-transaction",
  "core.fsmonitor",
  "core.hooksPath",
  "diff.external",
  "credential.helper",
  "core.askPass",
  "core.sshCommand",
  "core.editor",
];

for (const name of OVERRIDDEN) {
  const trap: Trap | undefined = TRAPS.find((each) => each.name === name);
  Deno.test(`git that is pointed at a hostile repository runs no command of it: ${name}`, async () => {
    assert.ok(trap);
    await using fixture = await makeFixture();
    await fixture.commit({ "file.txt": "content\n" });
    const { run, fired } = await makeSentinel(fixture);
    await trap.plant(fixture, run);
    await Deno.remove(join(fixture.directory, "fired")).catch(() => {});
    await writeFiles(fixture.root, { "file.txt": "changed\n" });
    const { root } = fixture;
    const location = { gitDir: join(root, ".git"), workTree: root, cwd: root };
    const any = Array.from({ length: 256 }, (_, code) => code);
    for (const args of trap.provoke) {
      await runGit(args, { ...location, accept: any, ...(trap.stdin && { stdin: trap.stdin }) });
    }
    assert.equal(await fired(), false, "the planted command ran under our git");
    await writeFiles(root, { "file.txt": "changed again\n" });
    for (const args of trap.provoke) await tryGit(root, args, trap.stdin);
    assert.equal(await fired(), true, "positive control: plain git did not run the planted command");
  });
}
