import assert from "node:assert/strict";
import { join } from "node:path";
import { InvalidError } from "../../services/ground/kernel/errors.ts";
import { commitTree, writeNewBranch } from "../../services/machine/repositories/mod.ts";
import { fingerprint, makeFixture, openSession } from "./fixtures.ts";

async function world() {
  const fixture = await makeFixture();
  await fixture.commit({ "file.txt": "1" });
  const { control, base } = await openSession(fixture);
  const message = "delivered\n";
  const commit = await commitTree(control, { tree: base.tree, parents: [base.commit], message });
  const write = (name: string) => writeNewBranch(control, { name, commit, base: base.commit });
  return { fixture, control, commit, base, write };
}

Deno.test("writeNewBranch() moves no branch that names another commit, and repeats itself without a change", async () => {
  const { fixture, control, commit, base, write } = await world();
  await using _ = fixture;
  await fixture.git("branch", "taken");
  await assert.rejects(write("taken"), InvalidError);
  assert.equal(await fixture.git("rev-parse", "taken"), base.commit);
  await write("new");
  assert.equal(await fixture.git("rev-parse", "new"), commit);
  const before = await fingerprint(join(fixture.root, ".git"), { times: true });
  await write("new");
  assert.deepEqual(await fingerprint(join(fixture.root, ".git"), { times: true }), before);
  // An earlier version may have written the same change with another message before it was killed.
  const parents = [base.commit];
  const reworded = await commitTree(control, { tree: base.tree, parents, message: "Deliver it\n" });
  assert.equal(await writeNewBranch(control, { name: "new", commit: reworded, base: base.commit }), commit);
  assert.equal(await fixture.git("rev-parse", "new"), commit);
});

Deno.test("writeNewBranch() writes nothing behind a symbolic link", async () => {
  const { fixture, write } = await world();
  await using _ = fixture;
  const outside = join(fixture.directory, "outside");
  await Deno.mkdir(outside);
  await Deno.symlink(outside, join(fixture.root, ".git/refs/heads/led"));
  await assert.rejects(write("led/away"), /behind a symbolic link/);
  assert.deepEqual([...Deno.readDirSync(outside)], []);
});
