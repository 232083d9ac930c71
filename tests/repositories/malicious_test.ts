import assert from "node:assert/strict";
import { join } from "node:path";
import {
  applyBundle,
  buildBundle,
  captureTree,
  commitTree,
  type Control,
  findDrift,
  hasObjects,
  mergeResults,
  rebaseTree,
  removeWorkspace,
  selectHunks,
  verifyApplied,
} from "../../services/machine/repositories/mod.ts";
import {
  bundleOf,
  type Fixture,
  gitFingerprint,
  makeFixture,
  openSession,
  tryGit,
  writeFiles,
} from "./fixtures.ts";
import { makeSentinel, type Trap, TRAPS } from "./malicious_fixtures.ts";

for (const trap of TRAPS) {
  Deno.test(`every verb leaves a planted command alone: ${trap.name}`, async () => {
    await using fixture = await makeFixture();
    await prepare(fixture, trap);
    const { run, fired } = await makeSentinel(fixture);
    await trap.plant(fixture, run);
    await Deno.remove(join(fixture.directory, "fired")).catch(() => {});
    const before = await gitFingerprint(fixture);

    await exercise(fixture);

    assert.equal(await fired(), false, "the planted command ran under our git");
    assert.deepEqual(await gitFingerprint(fixture), before);
    await fixture.write({ "file.txt": "changed\nfor the\npositive control\n" });
    for (const args of trap.provoke) await tryGit(fixture.root, args, trap.stdin);
    assert.equal(await fired(), true, "positive control: plain git did not run the planted command");
  });
}

Deno.test("every verb leaves a configured pager alone, which plain git runs on a terminal", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "content\n" });
  const { run, fired } = await makeSentinel(fixture);
  await fixture.git("config", "core.pager", run);
  await exercise(fixture);
  assert.equal(await fired(), false);
  const program = `cd '${fixture.root}' && git log`;
  await new Deno.Command("script", { args: ["-qec", program, "/dev/null"], stdout: "null" }).output();
  assert.equal(await fired(), true, "positive control: plain git did not run the pager");
});

for (
  const name of ["core.fsmonitor", "core.hooksPath", "filter", "include", "nested", "submodule"] as const
) {
  Deno.test(`captureTree() leaves a command alone that was planted in the workspace: ${name}`, async () => {
    await using fixture = await makeFixture();
    const submodule = name === "submodule";
    if (submodule) await makeNested(join(fixture.root, "module"));
    await fixture.commit({ "file.txt": "content\n" });
    const { run, fired } = await makeSentinel(fixture);
    const { control, base, workspace } = await openSession(fixture);
    const plant = (place: string, ...args: string[]) => tryGit(place, ["config", ...args]);
    const [own, inner] = [workspace.directory, join(workspace.directory, submodule ? "module" : "nested")];
    let [place, provoke] = [own, [["status"]]];
    if (name === "core.fsmonitor") await plant(own, name, run);
    if (name === "filter") {
      await plant(own, "filter.x.clean", run);
      await writeFiles(own, { ".gitattributes": "* filter=x\n" });
      provoke = [["add", "--all"]];
    }
    if (name === "core.hooksPath") {
      await writeFiles(own, { "hooks/pre-commit": { executable: `#!/bin/sh\nexec ${run}\n` } });
      await plant(own, name, join(own, "hooks"));
      provoke = [["commit", "--allow-empty", "--message=x"]];
    }
    if (name === "include") {
      await writeFiles(own, { included: `[core]\n\tfsmonitor = ${run}\n` });
      await plant(own, "include.path", join(own, "included"));
    }
    if (name === "nested" || submodule) {
      await makeNested(inner);
      // A filter, because settings on our command line reach git in a submodule too and would hide this one.
      await plant(inner, "filter.x.clean", run);
      await writeFiles(inner, { ".gitattributes": "* filter=x\n", "inner.txt": "outer\n" });
      place = inner;
    }
    await writeFiles(own, { "file.txt": "changed\n" });

    const resultTree = await captureTree(control, workspace);
    assert.equal(await captureTree(control, workspace), resultTree);
    const input = { baseCommit: base.commit, baseTree: base.tree, resultTree };
    if (name === "nested") {
      await assert.rejects(
        buildBundle(control, input),
        /"nested".*nested git repository/,
      );
    } else if (!submodule) assert.ok((await buildBundle(control, input)).manifest.files.length > 0);
    assert.equal(await fired(), false, "the planted command ran under our git");
    for (const args of provoke) await tryGit(place, args);
    assert.equal(await fired(), true, "positive control: plain git did not run the planted command");
  });
}

/** Uses every verb that runs git or touches the target. */
async function exercise(fixture: Fixture): Promise<void> {
  const session = await openSession(fixture);
  const { control, base, workspace } = session;
  const { patch, manifest } = await bundleOf(session, { "file.txt": "changed\n", "new.txt": "new\n" });
  const ids = manifest.files.flatMap(({ hunks }) => hunks.map(({ id }) => id));
  assert.equal(await selectHunks(control, manifest, patch, ids), manifest.resultTree);
  await selectHunks(control, manifest, patch, ids.slice(0, 1));
  const only = manifest.files.map(({ path }) => path); // otherwise nothing is asked of git
  await rebaseTree(control, { from: base.tree, to: manifest.resultTree, onto: base.tree, only });
  await mergeBoth(control, base.commit, manifest.resultTree);
  assert.equal(await hasObjects(control, base.commit), true);
  assert.deepEqual(await findDrift(fixture.root, manifest), []);
  const result = await applyBundle({ control, root: fixture.root, manifest, token: "t" });
  assert.deepEqual(result, { ok: true, paths: manifest.files.length });
  assert.deepEqual(await verifyApplied(fixture.root, manifest), []);
  await removeWorkspace(workspace);
}

/** Two sides that change the same line, so that a merge driver would be asked. */
async function mergeBoth(control: Control, parent: string, tree: string): Promise<void> {
  const commit = await commitTree(control, { tree, parents: [parent], message: "one" });
  const other = await commitTree(control, { tree, parents: [parent], message: "two" });
  assert.ok("tree" in await mergeResults(control, parent, [commit, other]));
}

async function prepare(fixture: Fixture, trap: Trap): Promise<void> {
  const attributes = trap.attributes === undefined ? {} : { ".gitattributes": trap.attributes };
  await fixture.commit({ "file.txt": "one\ntwo\nthree\n", ...attributes });
  await fixture.git("checkout", "--quiet", "-b", "side");
  await fixture.commit({ "file.txt": "one\nside\nthree\n" });
  await fixture.git("checkout", "--quiet", "main");
}

async function makeNested(directory: string): Promise<void> {
  await Deno.mkdir(directory, { recursive: true });
  await tryGit(directory, ["init", "--quiet"]);
  await writeFiles(directory, { "inner.txt": "inner\n" });
  await tryGit(directory, ["add", "--all"]);
  await tryGit(directory, ["commit", "--quiet", "--message=x"]);
}
